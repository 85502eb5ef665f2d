// The rules in a language: which sentences a rule set has, by its switches.

/** `2 each` or `0 0 0 0 6 2 2 0`. */
export function row(counts, each) {
  return counts.every((n) => n === counts[0]) ? each(counts[0]) : counts.join(" ");
}

/** Paragraphs `[topic, text]` for the switches `s`, in a language's `words`: for each
 *  topic its name and sentences, with a function where something is to be filled in. */
export function paragraphs(words, s) {
  const found = [
    [words.start.topic, start(words.start, s)],
    [words.move.topic, move(words.move, s)],
    [words.capture.topic, capture(words.capture, s)],
  ];
  if (s.capture === "kichwa") found.push([words.takata.topic, takata(words.takata, s)]);
  if (s.nyumba) found.push([words.nyumba.topic, nyumba(words.nyumba, s, s.nyumba)]);
  if (s.takasia) found.push([words.takasia.topic, words.takasia.all]);
  found.push([words.end.topic, end(words.end, s)]);
  return found;
}

function start(words, s) {
  const hand = s.hand > 0 ? words.hand(s.hand) : "";
  return words.all(row(s.inner_start, words.each), row(s.outer_start, words.each), hand);
}

function move(words, s) {
  return words.all(s.hand > 0 ? words.twoStages : words.oneStage);
}

function capture(words, s) {
  const kichwa = s.capture === "kichwa";
  const said = [kichwa ? words.kichwa : words.both];
  if (kichwa && s.hand > 0) said.push(words.namua);
  if (kichwa && s.capture_max !== null) said.push(words.most(s.capture_max));
  if (!s.must_capture) said.push(words.free);
  else said.push(kichwa ? words.mustBegin : words.mustFirstLap);
  return said.join(" ");
}

function takata(words, s) {
  const said = [words.what];
  if (s.takata_inner_first) said.push(words.innerFirst);
  said.push(s.lone_kichwa === "forbidden" ? words.loneForbidden : words.loneAllowed);
  return said.join(" ");
}

function nyumba(words, s, house) {
  const namua = s.hand > 0;
  const special = house.mtaji === "special";
  const said = [words.what];
  if (house.lost_by_mtaji_capture) said.push(words.lostByCapture);
  const stages = special ? (namua ? words.bothStages : "") : words.namuaOnly;
  said.push(words.powers(house.min, stages));
  if (namua) {
    said.push(house.start === "alone" ? words.startAlone : words.startFree);
    if (house.namua_prefer_two) said.push(words.preferTwo);
  }
  if (special) said.push(words.mtajiTwo);
  if (namua || special) {
    said.push(house.takata_end === "stop" ? words.takataStop : words.takataChoice);
    said.push(words.captureChoice);
  }
  return said.join(" ");
}

function end(words, s) {
  const midMove = s.empty_inner_mid_move === "loss" ? words.midMoveLoss : words.midMoveNothing;
  return words.all(midMove, s.lap_limit, words.endless[s.endless], s.ply_limit);
}
