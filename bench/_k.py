import sys
from collections import Counter, defaultdict
from time import process_time
import sandtable as st
from sandtable.kernel.garbage import rare_collection
from sandtable.players import greedy as G
from sandtable.rules.great_battles.march import march as M
from sandtable.rules.great_battles.computer import worth as W
rules=st.rule_sets()[sys.argv[1]]
T=Counter(); N=Counter(); O=Counter(); J=Counter(); C=Counter(); LP=Counter(); LPT=Counter(); most=Counter(); NJ=Counter()
kind=[""]
oo=G.Thought.outcomes
def out(self,at,c):
    b=process_time(); r=oo(self,at,c); C[kind[0]]+=process_time()-b; O[kind[0]]+=1; return r
G.Thought.outcomes=out
ns=M.next_sighting
def nsx(state,watch,came,marks):
    b=process_time(); r=ns(state,watch,came,marks); k=(kind[0],watch.let_pass); LPT[k]+=process_time()-b; LP[k]+=1; return r
M.next_sighting=nsx
def worthx(state,side,_w=rules.worth):
    b=process_time(); r=_w(state,side); J[kind[0]]+=process_time()-b; NJ[kind[0]]+=1; return r
from msgspec.structs import replace
tot=process_time()
with rare_collection():
  for seed in map(int,sys.argv[3:]):
    game=st.new_game(rules.id, sys.argv[2], seed=f"bench {seed}")
    game.rules=replace(game.rules, worth=worthx) if hasattr(game,'rules') else game.rules
    ps={s: st.GreedyPlayer(f"{seed} {s}") for s in game.state.sides}
    while (q:=game.position.question) is not None:
        kind[0]=q.topic.kind; b=process_time(); c=ps[q.side].choose(game.seat()); d=process_time()-b
        T[kind[0]]+=d; N[kind[0]]+=1; most[kind[0]]=max(most[kind[0]],d)
        k=kind[0]; kind[0]="play "; b=process_time(); game.play(c); T["play "+k]+=process_time()-b; N["play "+k]+=1
tot=process_time()-tot
print(f"{tot:.2f} s")
for k,t in T.most_common(20): print(f"{k:20} {t/tot:6.1%} n {N[k]:4} mean {1000*t/N[k]:6.1f} max {1000*most[k]:6.1f} ms; outcomes {O[k]:5} {C[k]/tot:6.1%}; judged {NJ[k]:5} {J[k]/tot:6.1%}")
print({k:(LP[k],round(LPT[k]/tot,3)) for k in LP})
