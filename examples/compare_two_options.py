"""Does gas change a battle? The same scenario with and without it, many times over."""

from sandtable.lab import Trial, report, simulate
from sandtable.rules import rule_sets

rules = rule_sets()["portable-wargame"]
scenario = rules.scenarios()["summa"]
for options in ((), ("gas",)):
    trial = Trial(rules, scenario, frozenset(options), ("random", "random"), seed="1")
    result = report(trial, list(simulate(trial, games=10)))
    losses = {side: lost["SP lost"] for side, lost in result.mean_losses.items()}
    print(f"{'with' if options else 'without'} gas: SP lost {losses}")
