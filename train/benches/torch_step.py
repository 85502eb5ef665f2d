"""The step of `step.rs` in PyTorch, to compare with: same network, losses,
optimiser and batch shape; random positions.

    pip install torch && python train/benches/torch_step.py [SECONDS [THREADS]]

Prints evaluations trained per CPU-second (user + system, all threads) for the
two forms a first layer can have there: a product with a one-hot matrix, and an
embedding sum. Building the one-hot matrix counts, as it does in training.
"""

import resource
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

INPUTS, ACTIVE, POSITIONS, CHILDREN = 791, 36, 205, 4
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
torch.set_num_threads(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
torch.manual_seed(1)


class Network(nn.Module):
    def __init__(self, hidden, embedding):
        super().__init__()
        first, second = hidden
        self.embedding = embedding
        if embedding:
            self.first = nn.EmbeddingBag(INPUTS, first, mode="sum")
            self.bias = nn.Parameter(torch.zeros(first))
        else:
            self.first = nn.Linear(INPUTS, first)
        self.second = nn.Linear(first, second)
        self.heads = nn.Linear(second, 2)

    def forward(self, rows):  # [evaluations, ACTIVE]
        if self.embedding:
            hidden = self.first(rows) + self.bias
        else:
            one_hot = torch.zeros(len(rows), INPUTS).scatter_(1, rows, 1.0)
            hidden = self.first(one_hot)
        return self.heads(F.relu(self.second(F.relu(hidden)))).unbind(1)


def loss(network, rows, values, policy):
    value, arrival = network(rows)
    value_loss = F.binary_cross_entropy_with_logits(value, values, reduction="none")
    logits = arrival[POSITIONS:].view(POSITIONS, CHILDREN)
    policy_loss = -(policy * F.log_softmax(logits, 1)).sum(1).mean()
    return value_loss[:POSITIONS].mean() + 0.25 * value_loss[POSITIONS:].mean() + policy_loss


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main():
    evaluations = POSITIONS * (1 + CHILDREN)
    # Thirty-six different inputs each, drawn once: the time is in the step.
    batches = [
        (
            torch.rand(evaluations, INPUTS).argsort(1)[:, :ACTIVE].contiguous(),
            torch.rand(evaluations),
            torch.rand(POSITIONS, CHILDREN).softmax(1),
        )
        for _ in range(16)
    ]
    print(f"torch {torch.__version__}, {torch.get_num_threads()} threads, {evaluations} evaluations")
    for hidden in [(64, 32), (256, 32)]:
        for embedding in [False, True]:
            network = Network(hidden, embedding)
            optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=1e-4)
            steps, started, cpu = -10, time.time(), cpu_seconds()
            while time.time() - started < SECONDS:
                if steps == 0:
                    started, cpu = time.time(), cpu_seconds()
                optimiser.zero_grad()
                loss(network, *batches[steps % 16]).backward()
                torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                optimiser.step()
                steps += 1
            rate = steps * evaluations / (cpu_seconds() - cpu)
            form = "embedding sum" if embedding else "one-hot"
            print(f"{hidden[0]}→{hidden[1]} {form:<14} {rate:>9.0f} per CPU-s")


main()
