//! Whom chains of games connect.

use super::fit::Meeting;

/// What leads from one player to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// They met.
    Met,
    /// The next took points from the one.
    TookPoints,
    /// The next lost points to the one.
    LostPoints,
}

/// Whom such ways reach from `from`, itself among them.
pub(super) fn reached(meetings: &[Meeting], players: usize, from: usize, way: Way) -> Vec<bool> {
    let mut reached = vec![false; players];
    reached[from] = true;
    loop {
        let mut is_settled = true;
        for meeting in meetings {
            let [a, b] = meeting.players;
            let (to_a, to_b) = (meeting.points > 0.0, meeting.points < meeting.games);
            for (here, next, takes, loses) in [(a, b, to_b, to_a), (b, a, to_a, to_b)] {
                let leads = match way {
                    Way::Met => true,
                    Way::TookPoints => takes,
                    Way::LostPoints => loses,
                };
                if reached[here] && leads && !reached[next] {
                    reached[next] = true;
                    is_settled = false;
                }
            }
        }
        if is_settled {
            return reached;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(players: [usize; 2], points: f64) -> Meeting {
        Meeting {
            players,
            points,
            games: 10.0,
        }
    }

    #[test]
    fn ways_lead_on_from_player_to_player() {
        // 1 took points from 0 and lost some, 2 beat 1 always, 3 and 4 are apart.
        let meetings = [
            meeting([1, 2], 0.0),
            meeting([0, 1], 6.0),
            meeting([3, 4], 5.0),
        ];
        let from_0 = |way| reached(&meetings, 5, 0, way);
        assert_eq!(from_0(Way::Met), [true, true, true, false, false]);
        assert_eq!(from_0(Way::TookPoints), [true, true, true, false, false]);
        assert_eq!(from_0(Way::LostPoints), [true, true, false, false, false]);
    }
}
