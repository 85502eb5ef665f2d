// The rules in German, each sentence from a switch.

import { row } from "./words.js";

const samen = (n) => `${n} Samen`;
const jede = (n) => `je ${n}`;

export function explain(s) {
  const kichwa = s.capture === "kichwa";
  const paragraphs = [
    ["Anfang", start(s)],
    ["Ein Zug", move(s)],
    ["Schlagen", capture(s, kichwa)],
  ];
  if (kichwa) paragraphs.push(["Ohne zu schlagen", takata(s)]);
  if (s.nyumba) paragraphs.push(["Die Nyumba", nyumba(s, s.nyumba)]);
  if (s.takasia) paragraphs.push(["Takasia", TAKASIA]);
  paragraphs.push(["Ende", end(s)]);
  return paragraphs;
}

function start(s) {
  const hand = s.hand > 0 ? ` Jeder hat noch ${samen(s.hand)} in der Hand.` : "";
  return `Die innere Reihe jedes Spielers enthält ${row(s.inner_start, jede)} Samen (von links), ` +
    `die äußere ${row(s.outer_start, jede)}.${hand} Süd beginnt. Passen gibt es nicht.`;
}

function move(s) {
  const lift = "hebe eine Mulde mit mindestens zwei Samen aus und säe sie, von der nächsten Mulde an";
  const stages = s.hand > 0
    ? `Solange jemand Samen in der Hand hat (Namua), beginnt ein Zug damit, einen davon in eine ` +
      `gefüllte Mulde der eigenen inneren Reihe zu legen. Danach (Mtaji): ${lift}.`
    : `Wer am Zug ist: ${lift}.`;
  return `Gesät wird Samen für Samen um die eigenen zwei Reihen, in beliebiger Richtung; jede Handvoll ` +
    `ist eine Runde. ${stages} Endet eine Runde in einer leeren Mulde, ist der Zug zu Ende. Endet sie ` +
    `in einer gefüllten, wird geschlagen, wenn es erlaubt ist; sonst wird diese Mulde ausgehoben und ` +
    `weitergesät.`;
}

function capture(s, kichwa) {
  const words = [];
  if (kichwa) {
    words.push("Ein Zug, der mit Schlagen beginnt, ist ein Schlagzug; nur in ihm wird geschlagen. Eine " +
      "Runde schlägt, wenn sie in einer gefüllten Mulde der eigenen inneren Reihe endet, der eine " +
      "gefüllte gegenüberliegt: Deren Samen werden genommen und als neue Runde gesät, der erste in eine " +
      "Kichwa, ein Ende der eigenen inneren Reihe. Von den zwei linken Mulden aus ist es die linke, von " +
      "den zwei rechten die rechte, dazwischen die, bei der die Richtung bleibt.");
    if (s.hand > 0) {
      words.push("In der Namua schlägt ein Zug, wenn der gelegte Samen einer gefüllten Mulde " +
        "gegenüberliegt; wo die Richtung es offen lässt, wählt der Spieler die Kichwa.");
    }
    if (s.capture_max !== null) {
      words.push(`In der Mtaji schlägt die erste Runde nur, wenn sie höchstens ${samen(s.capture_max)} sät.`);
    }
  } else {
    words.push("Endet eine Runde in einer gefüllten Mulde der eigenen inneren Reihe, der eine gefüllte " +
      "gegenüberliegt, werden die Samen beider zusammen ausgehoben und von der nächsten Mulde an in " +
      "derselben Richtung weitergesät.");
  }
  if (!s.must_capture) words.push("Niemand muss schlagen.");
  else if (kichwa) words.push("Wer mit Schlagen beginnen kann, muss es.");
  else words.push("Wer mit der ersten Runde schlagen kann, muss es.");
  return words.join(" ");
}

function takata(s) {
  const words = ["Ein Zug, der nicht mit Schlagen beginnt, heißt Takata."];
  if (s.takata_inner_first) {
    words.push("In der Mtaji beginnt er in der inneren Reihe, und in der äußeren nur, wenn es innen " +
      "nicht geht.");
  }
  words.push(s.lone_kichwa === "forbidden"
    ? "Eine Kichwa, die als einzige Mulde der inneren Reihe gefüllt ist, darf nicht zur äußeren Reihe " +
      "hin gesät werden."
    : "Eine Kichwa darf auch dann zur äußeren Reihe hin gesät werden, wenn sie als einzige der inneren " +
      "Reihe gefüllt ist.");
  return words.join(" ");
}

function nyumba(s, house) {
  const namua = s.hand > 0;
  const special = house.mtaji === "special";
  const words = ["Die Nyumba ist die vierte Mulde von rechts in der inneren Reihe (A5). Sie gehört ihrem " +
    "Spieler, bis ihre Samen alle ausgehoben oder geschlagen sind, und danach nie wieder."];
  if (house.lost_by_mtaji_capture) {
    words.push("Sie geht auch verloren, wenn ihr Besitzer in der Mtaji zum ersten Mal schlägt.");
  }
  const stage = special
    ? (namua ? " in beiden Abschnitten" : "")
    : " in der Namua; in der Mtaji ist sie eine Mulde wie jede andere";
  words.push(`Wer sie besitzt und mindestens ${samen(house.min)} darin hat, hat ihre Kräfte${stage}.`);
  if (namua) {
    words.push(house.start === "alone"
      ? "Mit Kräften beginnt sie eine Takata der Namua nur, wenn sie als einzige Mulde der inneren Reihe " +
        "gefüllt ist; dann werden nur zwei ihrer Samen gesät."
      : "Mit Kräften darf sie eine Takata der Namua beginnen, doch werden dann nur zwei ihrer Samen gesät.");
    if (house.namua_prefer_two) {
      words.push("Ist sie verloren, muss eine Takata der Namua mit einer Mulde beginnen, die vor dem Legen " +
        "mindestens zwei Samen hat, wenn es eine gibt.");
    }
  }
  if (special) {
    words.push("Mit Kräften gibt sie nur zwei Samen, wenn in der Mtaji ein Zug mit ihr beginnt.");
  }
  if (namua || special) {
    words.push(house.takata_end === "stop"
      ? "Eine Runde einer Takata, die in ihr mit Kräften endet, beendet den Zug."
      : "Eine Runde einer Takata, die in ihr mit Kräften endet, beendet den Zug, wenn ihr eine gefüllte " +
        "Mulde gegenüberliegt; sonst hält der Spieler an oder hebt sie aus und sät weiter (Safari).");
    words.push("Endet eine Runde eines Schlagzugs in ihr mit Kräften und schlägt nicht, hält der Spieler an " +
      "oder geht auf Safari.");
  }
  return words.join(" ");
}

const TAKASIA = "Nach einer Takata in der Mtaji: Kann der Gegner nicht mit Schlagen beginnen, und gelten alle " +
  "drohenden Schläge ein und derselben Mulde, so steht diese für den nächsten Zug des Gegners unter Takasia. Sie " +
  "darf ihn nicht beginnen, und eine Runde, die in ihr endet, beendet den Zug. Unter Takasia kommen nie: eine " +
  "Nyumba, die jemandem gehört, ein einzelner Samen, die einzige gefüllte innere Mulde und die einzige innere " +
  "Mulde mit mindestens zwei Samen.";

function end(s) {
  const midMove = s.empty_inner_mid_move === "loss"
    ? "Wessen eigene innere Reihe beim Säen leer steht, der hat sofort verloren."
    : "Dass eine innere Reihe beim Säen leer steht, bedeutet nichts.";
  const endless = {
    illegal: "darf nicht gewählt werden",
    stop: "endet dort, und die Samen bleiben, wo sie liegen",
    loss: "verliert das Spiel",
  }[s.endless];
  return `Wer die innere Reihe des Gegners leer schlägt, gewinnt sofort. Wessen innere Reihe am Ende eines ` +
    `Zuges leer ist, hat verloren, ebenso wer keinen Zug hat. ${midMove} Ein Zug, der nach ${s.lap_limit} ` +
    `Runden nicht zu Ende ist, ${endless}. Nach ${s.ply_limit} Zügen ist das Spiel remis.`;
}
