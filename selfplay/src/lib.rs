//! Search, players, self-play workers, game files, matches
