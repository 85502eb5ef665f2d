"""Prints the log likelihood ratios and interval ends that the tests of
selfplay/src/matches/{sprt,elo}.rs hold.

    pip install mpmath
    python sprt_fixture.py

The likelihood of counts n under a mean s is maximised with both Lagrange
multipliers, p_i = n_i / (l + m a_i) with sum p_i = 1 and sum a_i p_i = s, in 40
digits: another way than the program's, which solves one equation.
"""

import mpmath as mp

mp.mp.dps = 40
A = [mp.mpf(i) / 4 for i in range(5)]


def score(elo):
    return 1 / (1 + mp.power(10, -mp.mpf(elo) / 400))


def best(counts, s):
    """Largest log likelihood with mean s."""
    n = [mp.mpf(c) if c else mp.mpf("0.001") for c in counts]
    total = sum(n)
    # Along m, l follows from l + m s = total (multiply p_i's equation by l + m a_i).
    low, high = -total / (1 - s), total / s
    for _ in range(200):
        m = (low + high) / 2
        l = total - m * s
        excess = sum(x / (l + m * a) for x, a in zip(n, A)) - 1
        mean = sum(a * x / (l + m * a) for x, a in zip(n, A)) - s
        if mean > 0:
            low = m
        else:
            high = m
    assert abs(excess) < mp.mpf("1e-25") and abs(mean) < mp.mpf("1e-25")
    return sum(x * mp.log(x / (l + m * a)) for x, a in zip(n, A))


def free(counts):
    n = [mp.mpf(c) if c else mp.mpf("0.001") for c in counts]
    return sum(x * mp.log(x / sum(n)) for x in n), sum(a * x for a, x in zip(A, n)) / sum(n)


def ends(counts):
    top, mean = free(counts)
    wanted = mp.mpf("1.959963984540054") ** 2 / 2
    out = []
    perfect = not any(counts[:4])
    for far in [mp.mpf(0)] if perfect else [mp.mpf(0), mp.mpf(1)]:
        inside, outside = mean, far
        for _ in range(60):
            s = (inside + outside) / 2
            if top - best(counts, s) < wanted:
                inside = s
            else:
                outside = s
        out.append(400 * mp.log10(inside / (1 - inside)))
    return out


for counts, elo0, elo1 in [
    ([223, 9863, 21279, 10037, 246], 0.5, 2.5),
    ([871, 26175, 55983, 26678, 821], 0, 2),
    ([3, 12, 40, 31, 14], 0, 50),
    ([0, 2, 9, 4, 0], -20, 20),
    ([0, 0, 0, 0, 25], 0, 100),
    ([5, 0, 0, 0, 20], 100, 300),
    ([0, 0, 15, 0, 0], 0, 30),
]:
    print("llr", counts, elo0, elo1, mp.nstr(best(counts, score(elo1)) - best(counts, score(elo0)), 12))
for counts in [
    [423, 3637, 6484, 3702, 450],
    [3, 12, 40, 31, 14],
    [0, 2, 9, 4, 0],
    [0, 0, 15, 0, 0],
    [0, 0, 0, 0, 25],
]:
    print("elo", counts, [mp.nstr(e, 10) for e in ends(counts)])
