// The rules in Swahili, each sentence from a switch.

import { row } from "./words.js";

const kete = (n) => (n === 1 ? "kete moja" : `kete ${n}`);
const kila = (n) => `${n} kila shimo`;

export function explain(s) {
  const kichwa = s.capture === "kichwa";
  const paragraphs = [
    ["Mwanzo", start(s)],
    ["Hatua", move(s)],
    ["Kula", capture(s, kichwa)],
  ];
  if (kichwa) paragraphs.push(["Kutakata", takata(s)]);
  if (s.nyumba) paragraphs.push(["Nyumba", nyumba(s, s.nyumba)]);
  if (s.takasia) paragraphs.push(["Takasia", TAKASIA]);
  paragraphs.push(["Mwisho", end(s)]);
  return paragraphs;
}

function start(s) {
  const hand = s.hand > 0 ? ` Kila mchezaji ana ${kete(s.hand)} nyingine mkononi.` : "";
  return `Safu ya ndani ya kila mchezaji ina kete ${row(s.inner_start, kila)} (kutoka kushoto), safu ya nyuma ` +
    `${row(s.outer_start, kila)}.${hand} Kusini anaanza. Hakuna kupita zamu.`;
}

function move(s) {
  const lift = "chukua kete zote za shimo lenye kete mbili au zaidi na uzisambaze kuanzia shimo linalofuata";
  const stages = s.hand > 0
    ? `Maadamu mmoja wa wachezaji ana kete mkononi (namua), hatua huanza kwa kuweka kete moja ya mkononi ` +
      `katika shimo lenye kete la safu yako ya ndani. Baada ya hapo (mtaji): ${lift}.`
    : `Katika zamu yako: ${lift}.`;
  return `Kete husambazwa moja moja kuzunguka safu zako mbili, upande wowote; kila mara kete za mkono mmoja ` +
    `zinaposambazwa ni mzunguko mmoja. ${stages} Mzunguko ukiishia kwenye shimo tupu, hatua imekwisha. Ukiishia ` +
    `kwenye shimo lenye kete, unakula ikiruhusiwa; la sivyo unachukua kete zote za shimo hilo na kuendelea ` +
    `kusambaza.`;
}

function capture(s, kichwa) {
  const words = [];
  if (kichwa) {
    words.push("Hatua inayoanza kwa kula ndiyo pekee ambayo kete huliwa ndani yake. Mzunguko unakula ukiishia " +
      "katika shimo lenye kete la safu yako ya ndani, na shimo linalolikabili lina kete: kete hizo huchukuliwa " +
      "na kusambazwa kama mzunguko mpya, ya kwanza ikiwekwa kwenye kichwa. Kutoka mashimo mawili ya kushoto ni " +
      "kichwa cha kushoto, kutoka mawili ya kulia ni kichwa cha kulia, na kutoka kati ni kile kinachoendeleza " +
      "mwelekeo.");
    if (s.hand > 0) {
      words.push("Katika namua hatua inakula kete iliyowekwa ikikabili shimo lenye kete; mchezaji anachagua " +
        "kichwa pale ambapo mwelekeo hauamui.");
    }
    if (s.capture_max !== null) {
      words.push(`Katika mtaji mzunguko wa kwanza unakula tu ukisambaza ${kete(s.capture_max)} au chache zaidi.`);
    }
  } else {
    words.push("Kila mzunguko unapoishia katika shimo lenye kete la safu yako ya ndani linalokabili shimo lenye " +
      "kete, kete za mashimo yote mawili huchukuliwa pamoja na kusambazwa kuanzia shimo linalofuata kwa mwelekeo " +
      "uleule.");
  }
  if (!s.must_capture) words.push("Si lazima kula.");
  else if (kichwa) words.push("Anayeweza kuanza kwa kula ni lazima ale.");
  else words.push("Anayeweza kula kwa mzunguko wa kwanza ni lazima ale.");
  return words.join(" ");
}

function takata(s) {
  const words = ["Hatua isiyoanza kwa kula ni takata."];
  if (s.takata_inner_first) {
    words.push("Katika mtaji takata huanza katika safu ya ndani, na katika safu ya nyuma pale tu safu ya ndani " +
      "isipowezekana.");
  }
  words.push(s.lone_kichwa === "forbidden"
    ? "Kichwa ambacho ni shimo pekee lenye kete katika safu ya ndani hakiruhusiwi kusambazwa kuelekea safu ya nyuma."
    : "Kichwa kinaweza kusambazwa kuelekea safu ya nyuma hata kama ni shimo pekee lenye kete katika safu ya ndani.");
  return words.join(" ");
}

function nyumba(s, house) {
  const namua = s.hand > 0;
  const special = house.mtaji === "special";
  const words = ["Nyumba ni shimo la nne kutoka kulia katika safu ya ndani (A5). Ni ya mwenyewe mpaka kete zake " +
    "zote zichukuliwe au ziliwe, na baada ya hapo hairudi tena."];
  if (house.lost_by_mtaji_capture) {
    words.push("Pia hupotea mwenyewe anapokula kwa mara ya kwanza katika mtaji.");
  }
  const stage = special
    ? (namua ? " katika namua na mtaji" : "")
    : " katika namua; katika mtaji ni shimo kama mengine";
  words.push(`Ikiwa na mwenyewe na ${kete(house.min)} au zaidi, ina nguvu${stage}.`);
  if (namua) {
    words.push(house.start === "alone"
      ? "Ikiwa na nguvu huanzisha takata ya namua pale tu ambapo ni shimo pekee lenye kete katika safu ya ndani; " +
        "hapo kete zake mbili tu husambazwa."
      : "Ikiwa na nguvu inaweza kuanzisha takata ya namua, lakini kete zake mbili tu husambazwa.");
    if (house.namua_prefer_two) {
      words.push("Ikishapotea, takata ya namua lazima ianze katika shimo lenye kete mbili au zaidi kabla ya kuweka, " +
        "kama lipo.");
    }
  }
  if (special) {
    words.push("Ikiwa na nguvu hutoa kete mbili tu hatua inapoanza nayo katika mtaji.");
  }
  if (namua || special) {
    words.push(house.takata_end === "stop"
      ? "Mzunguko wa takata ukiishia ndani yake ikiwa na nguvu, hatua imekwisha."
      : "Mzunguko wa takata ukiishia ndani yake ikiwa na nguvu, hatua imekwisha kama shimo linaloikabili lina kete; " +
        "la sivyo mchezaji anaacha, au anazichukua kete zake na kuendelea (safari).");
    words.push("Mzunguko wa hatua ya kula ukiishia ndani yake ikiwa na nguvu bila kula, mchezaji anaacha au " +
      "anakwenda safari.");
  }
  return words.join(" ");
}

const TAKASIA = "Baada ya takata katika mtaji: kama mpinzani hawezi kuanza kwa kula, na kete zote zinazotishiwa kuliwa " +
  "ziko katika shimo lilelile, shimo hilo limetakasiwa kwa zamu inayofuata ya mpinzani. Haliwezi kuanzisha hatua " +
  "hiyo, na mzunguko unaoishia ndani yake unamaliza hatua. Hazitakasiwi: nyumba yenye mwenyewe, kete moja peke yake, " +
  "shimo pekee lenye kete la safu ya ndani, na shimo pekee la safu ya ndani lenye kete mbili au zaidi.";

function end(s) {
  const midMove = s.empty_inner_mid_move === "loss"
    ? "Mchezaji ambaye safu yake ya ndani inakuwa tupu wakati anasambaza ameshindwa papo hapo."
    : "Safu ya ndani kuwa tupu wakati mwenyewe anasambaza si kitu.";
  const endless = {
    illegal: "hairuhusiwi kuchaguliwa",
    stop: "inaishia hapo, na kete zinabaki zilipo",
    loss: "inashindwa mchezo",
  }[s.endless];
  return `Anayekula hadi safu ya ndani ya mpinzani iwe tupu ameshinda papo hapo. Mchezaji ambaye safu yake ya ndani ` +
    `ni tupu hatua inapokwisha ameshindwa, na pia asiye na hatua ya kucheza. ${midMove} Hatua iliyofanya mizunguko ` +
    `${s.lap_limit} bila kwisha ${endless}. Baada ya hatua ${s.ply_limit} mchezo ni sare.`;
}
