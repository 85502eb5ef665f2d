// The rules in Swahili.

import { paragraphs } from "./paragraphs.js";

const kete = (n) => (n === 1 ? "kete moja" : `kete ${n}`);

const LIFT = "chukua kete zote za shimo lenye kete mbili au zaidi na uzisambaze kuanzia shimo linalofuata";

const WORDS = {
  start: {
    topic: "Mwanzo",
    each: (n) => `${n} kila shimo`,
    hand: (n) => ` Kila mchezaji ana ${kete(n)} nyingine mkononi.`,
    all: (inner, outer, hand) =>
      `Safu ya ndani ya kila mchezaji ina kete ${inner} (kutoka kushoto), safu ya nyuma ` +
      `${outer}.${hand} Kusini anaanza. Hakuna kupita zamu.`,
  },
  move: {
    topic: "Hatua",
    twoStages: `Maadamu mmoja wa wachezaji ana kete mkononi (namua), hatua huanza kwa kuweka kete moja ya ` +
      `mkononi katika shimo lenye kete la safu yako ya ndani. Baada ya hapo (mtaji): ${LIFT}.`,
    oneStage: `Katika zamu yako: ${LIFT}.`,
    all: (stages) =>
      `Kete husambazwa moja moja kuzunguka safu zako mbili, upande wowote; kila mara kete za mkono mmoja ` +
      `zinaposambazwa ni mzunguko mmoja. ${stages} Mzunguko ukiishia kwenye shimo tupu, hatua imekwisha. ` +
      `Ukiishia kwenye shimo lenye kete, unakula ikiruhusiwa; la sivyo unachukua kete zote za shimo hilo na ` +
      `kuendelea kusambaza.`,
  },
  capture: {
    topic: "Kula",
    kichwa: "Hatua inayoanza kwa kula ndiyo pekee ambayo kete huliwa ndani yake. Mzunguko unakula ukiishia " +
      "katika shimo lenye kete la safu yako ya ndani, na shimo linalolikabili lina kete: kete hizo huchukuliwa " +
      "na kusambazwa kama mzunguko mpya, ya kwanza ikiwekwa kwenye kichwa. Kutoka mashimo mawili ya kushoto ni " +
      "kichwa cha kushoto, kutoka mawili ya kulia ni kichwa cha kulia, na kutoka kati ni kile kinachoendeleza " +
      "mwelekeo.",
    namua: "Katika namua hatua inakula kete iliyowekwa ikikabili shimo lenye kete; mchezaji anachagua " +
      "kichwa pale ambapo mwelekeo hauamui.",
    most: (n) => `Katika mtaji mzunguko wa kwanza unakula tu ukisambaza ${kete(n)} au chache zaidi.`,
    both: "Kila mzunguko unapoishia katika shimo lenye kete la safu yako ya ndani linalokabili shimo lenye " +
      "kete, kete za mashimo yote mawili huchukuliwa pamoja na kusambazwa kuanzia shimo linalofuata kwa mwelekeo " +
      "uleule.",
    free: "Si lazima kula.",
    mustBegin: "Anayeweza kuanza kwa kula ni lazima ale.",
    mustFirstLap: "Anayeweza kula kwa mzunguko wa kwanza ni lazima ale.",
  },
  takata: {
    topic: "Kutakata",
    what: "Hatua isiyoanza kwa kula ni takata.",
    innerFirst: "Katika mtaji takata huanza katika safu ya ndani, na katika safu ya nyuma pale tu safu ya ndani " +
      "isipowezekana.",
    loneForbidden: "Kichwa ambacho ni shimo pekee lenye kete katika safu ya ndani hakiruhusiwi kusambazwa " +
      "kuelekea safu ya nyuma.",
    loneAllowed: "Kichwa kinaweza kusambazwa kuelekea safu ya nyuma hata kama ni shimo pekee lenye kete katika " +
      "safu ya ndani.",
  },
  nyumba: {
    topic: "Nyumba",
    what: "Nyumba ni shimo la nne kutoka kulia katika safu ya ndani (A5). Ni ya mwenyewe mpaka kete zake " +
      "zote zichukuliwe au ziliwe, na baada ya hapo hairudi tena.",
    lostByCapture: "Pia hupotea mwenyewe anapokula kwa mara ya kwanza katika mtaji.",
    bothStages: " katika namua na mtaji",
    namuaOnly: " katika namua; katika mtaji ni shimo kama mengine",
    powers: (min, stages) => `Ikiwa na mwenyewe na ${kete(min)} au zaidi, ina nguvu${stages}.`,
    startAlone: "Ikiwa na nguvu huanzisha takata ya namua pale tu ambapo ni shimo pekee lenye kete katika safu ya " +
      "ndani; hapo kete zake mbili tu husambazwa.",
    startFree: "Ikiwa na nguvu inaweza kuanzisha takata ya namua, lakini kete zake mbili tu husambazwa.",
    preferTwo: "Ikishapotea, takata ya namua lazima ianze katika shimo lenye kete mbili au zaidi kabla ya kuweka, " +
      "kama lipo.",
    mtajiTwo: "Ikiwa na nguvu hutoa kete mbili tu hatua inapoanza nayo katika mtaji.",
    takataStop: "Mzunguko wa takata ukiishia ndani yake ikiwa na nguvu, hatua imekwisha.",
    takataChoice: "Mzunguko wa takata ukiishia ndani yake ikiwa na nguvu, hatua imekwisha kama shimo linaloikabili " +
      "lina kete; la sivyo mchezaji anaacha, au anazichukua kete zake na kuendelea (safari).",
    captureChoice: "Mzunguko wa hatua ya kula ukiishia ndani yake ikiwa na nguvu bila kula, mchezaji anaacha au " +
      "anakwenda safari.",
  },
  takasia: {
    topic: "Takasia",
    all: "Baada ya takata katika mtaji: kama mpinzani hawezi kuanza kwa kula, na kete zote zinazotishiwa kuliwa " +
      "ziko katika shimo lilelile, shimo hilo limetakasiwa kwa zamu inayofuata ya mpinzani. Haliwezi kuanzisha " +
      "hatua hiyo, na mzunguko unaoishia ndani yake unamaliza hatua. Hazitakasiwi: nyumba yenye mwenyewe, kete " +
      "moja peke yake, shimo pekee lenye kete la safu ya ndani, na shimo pekee la safu ya ndani lenye kete mbili " +
      "au zaidi.",
  },
  end: {
    topic: "Mwisho",
    midMoveLoss: "Mchezaji ambaye safu yake ya ndani inakuwa tupu wakati anasambaza ameshindwa papo hapo.",
    midMoveNothing: "Safu ya ndani kuwa tupu wakati mwenyewe anasambaza si kitu.",
    endless: {
      illegal: "hairuhusiwi kuchaguliwa",
      stop: "inaishia hapo, na kete zinabaki zilipo",
      loss: "inashindwa mchezo",
    },
    all: (midMove, laps, endless, plies) =>
      `Anayekula hadi safu ya ndani ya mpinzani iwe tupu ameshinda papo hapo. Mchezaji ambaye safu yake ya ndani ` +
      `ni tupu hatua inapokwisha ameshindwa, na pia asiye na hatua ya kucheza. ${midMove} Hatua iliyofanya ` +
      `mizunguko ${laps} bila kwisha ${endless}. Baada ya hatua ${plies} mchezo ni sare.`,
  },
};

export const explain = (switches) => paragraphs(WORDS, switches);
