import sys, cProfile, pstats
import sandtable as st
from sandtable.kernel.garbage import rare_collection
from msgspec.structs import replace
rules=st.rule_sets()[sys.argv[1]]
P=cProfile.Profile(); what=sys.argv[3]
def worthx(state,side,_w=rules.worth):
    if what!="worth": return _w(state,side)
    P.enable(); r=_w(state,side); P.disable(); return r
from sandtable.players import greedy as G
oo=G.Thought.outcomes; depth=[0]
def out(self,at,c):
    if what!="out": return oo(self,at,c)
    P.enable(); r=oo(self,at,c); P.disable(); return r
G.Thought.outcomes=out
cc=G.GreedyPlayer.choose
def choose(self,seat):
    if what!="rest" : return cc(self,seat)
    P.enable(); r=cc(self,seat); P.disable(); return r
G.GreedyPlayer.choose=choose
with rare_collection():
    seed=0
    game=st.new_game(rules.id, sys.argv[2], seed=f"bench {seed}")
    game.rules=replace(game.rules, worth=worthx)
    ps={s: st.GreedyPlayer(f"{seed} {s}") for s in game.state.sides}
    while (q:=game.position.question) is not None:
        game.play(ps[q.side].choose(game.seat()))
s=pstats.Stats(P); s.sort_stats(sys.argv[4]).print_stats(int(sys.argv[5]))
