//! The tree: an arena of nodes, the children of a node side by side.

use bingwa_engine::{Move, Position};
use bingwa_models::Value;

/// Index of a node in its tree.
pub(super) type NodeId = u32;

/// What the search knows of a position, for that position's mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Its proven value, or the network's estimate.
    pub(super) value: Value,
    /// The network's value and the values of all visits, added.
    sum: f32,
    /// The minimax value of the tree below.
    pub(super) minimax: f32,
    /// The parent's prior probability of moving here.
    pub(super) prior: f32,
    /// Simulations that passed through.
    pub(super) visits: u32,
    first_child: NodeId,
    children: u8,
    /// Whether its children wait for their evaluation.
    pub(super) in_flight: bool,
    /// The move that leads here.
    pub(super) mv: Move,
}

impl Node {
    pub(super) fn new(mv: Move, value: Value) -> Self {
        let p = value.probability();
        Self {
            value,
            sum: p,
            minimax: p,
            prior: 0.0,
            visits: 0,
            first_child: 0,
            children: 0,
            in_flight: false,
            mv,
        }
    }

    pub(super) fn set_estimate(&mut self, p: f32) {
        self.value = Value::Estimate(p);
        self.sum = p;
        self.minimax = p;
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.children > 0
    }

    pub(super) fn add_visit(&mut self, value: f32) {
        self.visits += 1;
        self.sum += value;
    }

    /// Counts a visit whose value is not known yet as a win of this node's
    /// mover, so that the player above looks elsewhere meanwhile (virtual loss:
    /// Chaslot, Winands, van den Herik, "Parallel Monte-Carlo Tree Search", CG
    /// 2008, section 3.3).
    pub(super) fn add_virtual_loss(&mut self) {
        self.add_visit(1.0);
    }

    pub(super) fn remove_virtual_loss(&mut self) {
        self.visits -= 1;
        self.sum -= 1.0;
    }

    /// Mean of the network's value and of all visits.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        if self.value.is_proven() {
            self.value.probability()
        } else {
            self.sum / (self.visits + 1) as f32
        }
    }

    /// The mean mixed with the minimax value.
    #[inline]
    pub(super) fn mixed(&self, minimax_weight: f32) -> f32 {
        let mean = self.mean();
        mean + minimax_weight * (self.minimax - mean)
    }

    /// The best one look ahead says: what a visit to a fresh node is worth.
    pub(super) fn best_known(&self) -> f32 {
        if self.value.is_proven() {
            self.value.probability()
        } else {
            self.minimax
        }
    }
}

/// All nodes of one search. Positions lie apart from the numbers, which alone
/// are read while walking down.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    positions: Vec<Position>,
    /// Room for the part of the tree that [`Tree::keep`] carries over.
    spare: (Vec<Node>, Vec<Position>),
}

impl Tree {
    pub(super) const ROOT: NodeId = 0;

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.positions.clear();
    }

    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub(super) fn push_root(&mut self, position: Position, value: Value) {
        if let Some(mv) = Move::from_index(0) {
            self.push_child(Node::new(mv, value), position);
        }
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn position(&self, id: NodeId) -> &Position {
        &self.positions[id as usize]
    }

    /// Where the children of a node will begin, pushed next.
    pub(super) fn open_children(&mut self, parent: NodeId) -> NodeId {
        let first = self.nodes.len() as NodeId;
        self.node_mut(parent).first_child = first;
        first
    }

    pub(super) fn push_child(&mut self, node: Node, position: Position) {
        self.nodes.push(node);
        self.positions.push(position);
    }

    pub(super) fn close_children(&mut self, parent: NodeId, first: NodeId) {
        let children = self.nodes.len() - first as usize;
        self.node_mut(parent).children = children as u8;
    }

    #[inline]
    fn range(&self, parent: NodeId) -> core::ops::Range<usize> {
        let node = self.node(parent);
        let first = node.first_child as usize;
        first..first + usize::from(node.children)
    }

    #[inline]
    pub(super) fn children(&self, parent: NodeId) -> &[Node] {
        &self.nodes[self.range(parent)]
    }

    #[inline]
    pub(super) fn children_mut(&mut self, parent: NodeId) -> &mut [Node] {
        let range = self.range(parent);
        &mut self.nodes[range]
    }

    /// The node of a child by its place among its siblings.
    #[inline]
    pub(super) fn child_id(&self, parent: NodeId, place: usize) -> NodeId {
        self.node(parent).first_child + place as NodeId
    }

    /// The node of a position at most two moves below the root.
    pub(super) fn find(&self, position: &Position) -> Option<NodeId> {
        if self.nodes.is_empty() {
            return None;
        }
        let root = Self::ROOT..Self::ROOT + 1;
        let below = |id: NodeId| {
            let range = self.range(id);
            range.start as NodeId..range.end as NodeId
        };
        root.clone()
            .chain(root.clone().flat_map(below))
            .chain(root.flat_map(below).flat_map(below))
            .find(|&id| self.position(id) == position)
    }

    /// Makes a node the root; what is not below it is forgotten.
    pub(super) fn keep(&mut self, id: NodeId) {
        if id == Self::ROOT {
            return;
        }
        let (nodes, positions) = &mut self.spare;
        nodes.clear();
        positions.clear();
        nodes.push(self.nodes[id as usize]);
        positions.push(self.positions[id as usize]);
        // In the new order, too, the children of a node lie side by side.
        let mut next = 0;
        while let Some(node) = nodes.get(next).copied() {
            let first = node.first_child as usize;
            let children = first..first + usize::from(node.children);
            nodes[next].first_child = nodes.len() as NodeId;
            nodes.extend_from_slice(&self.nodes[children.clone()]);
            positions.extend_from_slice(&self.positions[children]);
            next += 1;
        }
        core::mem::swap(nodes, &mut self.nodes);
        core::mem::swap(positions, &mut self.positions);
    }

    /// The line both players would follow from the root's child at `first` on:
    /// the best proven result, else the most visits.
    pub(super) fn principal_variation(&self, first: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = Some((Self::ROOT, first));
        while let Some((parent, place)) = next {
            let id = self.child_id(parent, place);
            line.push(self.node(id).mv);
            next = self.expected(id).map(|place| (id, place));
        }
        line
    }

    /// The place of the child that a node's player is expected to move to.
    fn expected(&self, parent: NodeId) -> Option<usize> {
        let known = |node: &Node| node.value.is_proven();
        let worth = |node: &Node| match node.value {
            Value::Estimate(_) => Value::Estimate(node.mean()),
            proven => proven,
        };
        let best = self
            .children(parent)
            .iter()
            .enumerate()
            .max_by(|(_, a), (_, b)| {
                if known(a) || known(b) {
                    worth(b).preference(worth(a))
                } else {
                    a.visits.cmp(&b.visits)
                }
            });
        let (place, child) = best?;
        (child.visits > 0 || known(child)).then_some(place)
    }
}
