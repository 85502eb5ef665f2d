// The rules in German.

import { paragraphs } from "./paragraphs.js";

const samen = (n) => `${n} Samen`;

const LIFT = "hebe eine Mulde mit mindestens zwei Samen aus und säe sie, von der nächsten Mulde an";

const WORDS = {
  start: {
    topic: "Anfang",
    each: (n) => `je ${n}`,
    hand: (n) => ` Jeder hat noch ${samen(n)} in der Hand.`,
    all: (inner, outer, hand) =>
      `Die innere Reihe jedes Spielers enthält ${inner} Samen (von links), ` +
      `die äußere ${outer}.${hand} Süd beginnt. Passen gibt es nicht.`,
  },
  move: {
    topic: "Ein Zug",
    twoStages: `Solange jemand Samen in der Hand hat (Namua), beginnt ein Zug damit, einen davon in eine ` +
      `gefüllte Mulde der eigenen inneren Reihe zu legen. Danach (Mtaji): ${LIFT}.`,
    oneStage: `Wer am Zug ist: ${LIFT}.`,
    all: (stages) =>
      `Gesät wird Samen für Samen um die eigenen zwei Reihen, in beliebiger Richtung; jede Handvoll ` +
      `ist eine Runde. ${stages} Endet eine Runde in einer leeren Mulde, ist der Zug zu Ende. Endet sie ` +
      `in einer gefüllten, wird geschlagen, wenn es erlaubt ist; sonst wird diese Mulde ausgehoben und ` +
      `weitergesät.`,
  },
  capture: {
    topic: "Schlagen",
    kichwa: "Ein Zug, der mit Schlagen beginnt, ist ein Schlagzug; nur in ihm wird geschlagen. Eine " +
      "Runde schlägt, wenn sie in einer gefüllten Mulde der eigenen inneren Reihe endet, der eine " +
      "gefüllte gegenüberliegt: Deren Samen werden genommen und als neue Runde gesät, der erste in eine " +
      "Kichwa, ein Ende der eigenen inneren Reihe. Von den zwei linken Mulden aus ist es die linke, von " +
      "den zwei rechten die rechte, dazwischen die, bei der die Richtung bleibt.",
    namua: "In der Namua schlägt ein Zug, wenn der gelegte Samen einer gefüllten Mulde " +
      "gegenüberliegt; wo die Richtung es offen lässt, wählt der Spieler die Kichwa.",
    most: (n) => `In der Mtaji schlägt die erste Runde nur, wenn sie höchstens ${samen(n)} sät.`,
    both: "Endet eine Runde in einer gefüllten Mulde der eigenen inneren Reihe, der eine gefüllte " +
      "gegenüberliegt, werden die Samen beider zusammen ausgehoben und von der nächsten Mulde an in " +
      "derselben Richtung weitergesät.",
    free: "Niemand muss schlagen.",
    mustBegin: "Wer mit Schlagen beginnen kann, muss es.",
    mustFirstLap: "Wer mit der ersten Runde schlagen kann, muss es.",
  },
  takata: {
    topic: "Ohne zu schlagen",
    what: "Ein Zug, der nicht mit Schlagen beginnt, heißt Takata.",
    innerFirst: "In der Mtaji beginnt er in der inneren Reihe, und in der äußeren nur, wenn es innen " +
      "nicht geht.",
    loneForbidden: "Eine Kichwa, die als einzige Mulde der inneren Reihe gefüllt ist, darf nicht zur äußeren " +
      "Reihe hin gesät werden.",
    loneAllowed: "Eine Kichwa darf auch dann zur äußeren Reihe hin gesät werden, wenn sie als einzige der " +
      "inneren Reihe gefüllt ist.",
  },
  nyumba: {
    topic: "Die Nyumba",
    what: "Die Nyumba ist die vierte Mulde von rechts in der inneren Reihe (A5). Sie gehört ihrem " +
      "Spieler, bis ihre Samen alle ausgehoben oder geschlagen sind, und danach nie wieder.",
    lostByCapture: "Sie geht auch verloren, wenn ihr Besitzer in der Mtaji zum ersten Mal schlägt.",
    bothStages: " in beiden Abschnitten",
    namuaOnly: " in der Namua; in der Mtaji ist sie eine Mulde wie jede andere",
    powers: (min, stages) =>
      `Wer sie besitzt und mindestens ${samen(min)} darin hat, hat ihre Kräfte${stages}.`,
    startAlone: "Mit Kräften beginnt sie eine Takata der Namua nur, wenn sie als einzige Mulde der inneren " +
      "Reihe gefüllt ist; dann werden nur zwei ihrer Samen gesät.",
    startFree: "Mit Kräften darf sie eine Takata der Namua beginnen, doch werden dann nur zwei ihrer Samen gesät.",
    preferTwo: "Ist sie verloren, muss eine Takata der Namua mit einer Mulde beginnen, die vor dem Legen " +
      "mindestens zwei Samen hat, wenn es eine gibt.",
    mtajiTwo: "Mit Kräften gibt sie nur zwei Samen, wenn in der Mtaji ein Zug mit ihr beginnt.",
    takataStop: "Eine Runde einer Takata, die in ihr mit Kräften endet, beendet den Zug.",
    takataChoice: "Eine Runde einer Takata, die in ihr mit Kräften endet, beendet den Zug, wenn ihr eine gefüllte " +
      "Mulde gegenüberliegt; sonst hält der Spieler an oder hebt sie aus und sät weiter (Safari).",
    captureChoice: "Endet eine Runde eines Schlagzugs in ihr mit Kräften und schlägt nicht, hält der Spieler an " +
      "oder geht auf Safari.",
  },
  takasia: {
    topic: "Takasia",
    all: "Nach einer Takata in der Mtaji: Kann der Gegner nicht mit Schlagen beginnen, und gelten alle " +
      "drohenden Schläge ein und derselben Mulde, so steht diese für den nächsten Zug des Gegners unter Takasia. " +
      "Sie darf ihn nicht beginnen, und eine Runde, die in ihr endet, beendet den Zug. Unter Takasia kommen nie: " +
      "eine Nyumba, die jemandem gehört, ein einzelner Samen, die einzige gefüllte innere Mulde und die einzige " +
      "innere Mulde mit mindestens zwei Samen.",
  },
  end: {
    topic: "Ende",
    midMoveLoss: "Wessen eigene innere Reihe beim Säen leer steht, der hat sofort verloren.",
    midMoveNothing: "Dass eine innere Reihe beim Säen leer steht, bedeutet nichts.",
    endless: {
      illegal: "darf nicht gewählt werden",
      stop: "endet dort, und die Samen bleiben, wo sie liegen",
      loss: "verliert das Spiel",
    },
    all: (midMove, laps, endless, plies) =>
      `Wer die innere Reihe des Gegners leer schlägt, gewinnt sofort. Wessen innere Reihe am Ende eines ` +
      `Zuges leer ist, hat verloren, ebenso wer keinen Zug hat. ${midMove} Ein Zug, der nach ${laps} ` +
      `Runden nicht zu Ende ist, ${endless}. Nach ${plies} Zügen ist das Spiel remis.`,
  },
};

export const explain = (switches) => paragraphs(WORDS, switches);
