//! The tree of a best-first search: an arena, the children of a node side by
//! side.

use bingwa_engine::{Move, Position};

use crate::players::expansion::Child;
use crate::players::score::Score;

type NodeId = u32;
const ROOT: NodeId = 0;

#[derive(Clone, Copy, Debug)]
struct Node {
    position: Position,
    /// The move that leads here.
    mv: Option<Move>,
    /// The minimax value of the tree below, for the mover here.
    score: Score,
    /// Whether `score` is the true result.
    proven: bool,
    children: u8,
    first_child: NodeId,
}

#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The nodes from the root to the leaf walked to last.
    path: Vec<NodeId>,
}

impl Tree {
    pub(super) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Starts anew from a root.
    pub(super) fn begin(&mut self, position: Position) {
        self.nodes.clear();
        self.nodes.push(Node {
            position,
            mv: None,
            score: Score::DRAWN,
            proven: false,
            children: 0,
            first_child: 0,
        });
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn position(&self, id: NodeId) -> &Position {
        &self.nodes[id as usize].position
    }

    pub(super) fn is_proven(&self) -> bool {
        self.nodes[ROOT as usize].proven
    }

    fn children(&self, id: NodeId) -> &[Node] {
        let node = &self.nodes[id as usize];
        let first = node.first_child as usize;
        &self.nodes[first..first + usize::from(node.children)]
    }

    /// The child whose score is worst for its mover: of those not proven, or of
    /// all. Of equal ones the first.
    fn best_child(&self, id: NodeId, open_only: bool) -> Option<NodeId> {
        let first = self.nodes[id as usize].first_child;
        self.children(id)
            .iter()
            .zip(first..)
            .filter(|(child, _)| !(open_only && child.proven))
            .min_by_key(|(child, _)| child.score)
            .map(|(_, id)| id)
    }

    /// Walks from an unproven root to the end of the best line that is not
    /// proven.
    pub(super) fn walk_down(&mut self) -> NodeId {
        let mut here = ROOT;
        self.path.clear();
        self.path.push(here);
        while let Some(child) = self.best_child(here, true) {
            here = child;
            self.path.push(here);
        }
        here
    }

    /// Gives a leaf its children: none means that its mover has lost.
    pub(super) fn grow(&mut self, leaf: NodeId, children: &[Child]) {
        let first_child = self.nodes.len() as NodeId;
        let node = &mut self.nodes[leaf as usize];
        node.first_child = first_child;
        node.children = children.len() as u8;
        self.nodes.extend(children.iter().map(|child| Node {
            position: child.position,
            mv: Some(child.mv),
            score: child.score,
            proven: child.over,
            children: 0,
            first_child: 0,
        }));
    }

    /// Renews scores and proofs from the leaf walked to last up to the root, as
    /// far as anything changes.
    pub(super) fn carry_up(&mut self) {
        while let Some(id) = self.path.pop() {
            let (mut score, mut proven) = (Score::LOST, true);
            for child in self.children(id) {
                score = score.max(child.score.one_move_earlier());
                proven &= child.proven;
            }
            let proven = proven || score.is_win();
            let node = &mut self.nodes[id as usize];
            if node.score == score && node.proven == proven {
                return;
            }
            (node.score, node.proven) = (score, proven);
        }
    }

    /// The best move of an expanded root and its score for the mover.
    pub(super) fn best_move(&self) -> (Option<Move>, Score) {
        match self.best_child(ROOT, false) {
            Some(id) => {
                let child = &self.nodes[id as usize];
                (child.mv, child.score.one_move_earlier())
            }
            None => (None, Score::LOST),
        }
    }

    /// Moves in the line that both players are expected to follow.
    pub(super) fn depth_of_best_line(&self) -> u16 {
        let (mut here, mut depth) = (ROOT, 0);
        while let Some(child) = self.best_child(here, false) {
            here = child;
            depth += 1;
        }
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::expansion::{Expander, play_all};
    use crate::players::reference::{Senseless, positions};
    use bingwa_engine::Ruleset;

    /// Score and proof of a node from its leaves up, nothing remembered.
    fn from_scratch(tree: &Tree, id: NodeId) -> (Score, bool) {
        let node = &tree.nodes[id as usize];
        if node.children == 0 {
            return (node.score, node.proven);
        }
        let (mut score, mut all) = (Score::LOST, true);
        for child in (node.first_child..).take(usize::from(node.children)) {
            let (theirs, proven) = from_scratch(tree, child);
            score = score.max(theirs.one_move_earlier());
            all &= proven;
        }
        (score, all || score.is_win())
    }

    #[test]
    fn what_is_carried_up_step_by_step_is_what_the_whole_tree_says() {
        for rules in [Ruleset::KISWAHILI, Ruleset::KUJIFUNZA, Ruleset::LEAFLET] {
            let mut expander = Expander::new(Senseless);
            for position in positions(&rules, 10) {
                let mut tree = Tree::new();
                tree.begin(position);
                for _ in 0..60 {
                    if tree.is_proven() {
                        break;
                    }
                    let leaf = tree.walk_down();
                    let mut children = Vec::new();
                    let here = *tree.position(leaf);
                    play_all(&rules, &here, &mut children);
                    expander.judge(&mut children);
                    tree.grow(leaf, &children);
                    tree.carry_up();
                    for id in 0..tree.len() as NodeId {
                        let node = &tree.nodes[id as usize];
                        assert_eq!((node.score, node.proven), from_scratch(&tree, id));
                    }
                }
            }
        }
    }
}
