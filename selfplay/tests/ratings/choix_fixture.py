"""Writes choix_fixture.json: Bradley-Terry fits by choix for the tests of
selfplay/src/matches/rating.

    pip install choix numpy scipy
    python choix_fixture.py > choix_fixture.json

choix counts comparisons won, so every game is two of them: a win (i, j) twice, a
draw (i, j) and (j, i). That doubles the log likelihood; with choix's penalty
alpha * sum(theta^2) the fit is the one of the single likelihood with a prior of
precision alpha, and the Hessian is twice as large.
"""

import json
from importlib.metadata import version

import choix
import numpy as np
from choix.opt import PairwiseFcts

# (first, second, wins, draws, losses) of the first.
TABLES = {
    "two players": (2, [(0, 1, 30, 5, 15)]),
    "ladder with draws": (
        4,
        [(0, 1, 61, 8, 31), (1, 2, 55, 20, 25), (2, 3, 70, 0, 30), (0, 3, 93, 2, 5)],
    ),
    "uneven games": (
        5,
        [(0, 1, 3, 1, 4), (1, 2, 400, 13, 87), (2, 3, 9, 0, 2), (3, 4, 120, 40, 140),
         (4, 0, 1, 2, 17), (2, 4, 6, 6, 5)],
    ),
    "perfect score": (3, [(0, 1, 100, 0, 0), (1, 2, 40, 10, 50)]),
}
# Precision of a normal prior of 1000 Elo: (400 / (1000 ln 10))^2.
PRIOR = (400.0 / (1000.0 * np.log(10.0))) ** 2


def fit(players, results, alpha):
    data = []
    for i, j, wins, draws, losses in results:
        data += [(i, j)] * (2 * wins + draws) + [(j, i)] * (2 * losses + draws)
    functions = PairwiseFcts(data, alpha)
    theta = np.zeros(players)
    for _ in range(3):
        theta = choix.opt_pairwise(
            players, data, alpha, initial_params=theta, tol=1e-13, max_iter=10000
        )
    assert np.abs(functions.gradient(theta)).max() < 1e-6
    if alpha == 0.0:
        other = choix.ilsr_pairwise(players, data, alpha=0.0, tol=1e-12, max_iter=1000)
        assert np.allclose(theta - theta[0], other - other[0], atol=1e-7)
    information = functions.hessian(theta) / 2.0
    if alpha == 0.0:
        # Singular along the common shift: player 0 stands still instead.
        covariance = np.zeros((players, players))
        covariance[1:, 1:] = np.linalg.inv(information[1:, 1:])
    else:
        covariance = np.linalg.inv(information)
    spread = np.sqrt(np.diag(covariance) + covariance[0, 0] - 2 * covariance[0])
    return {"alpha": alpha, "theta": list(theta - theta[0]), "deviation": list(spread)}


cases = []
for name, (players, results) in TABLES.items():
    alphas = [PRIOR] if name == "perfect score" else [0.0, PRIOR]
    cases.append({
        "name": name,
        "players": players,
        "results": results,
        "fits": [fit(players, results, alpha) for alpha in alphas],
    })
head = {"choix": version("choix"), "command": "python choix_fixture.py"}
print(json.dumps(head | {"cases": cases}))
