import sys
from collections import Counter
from time import perf_counter
import sandtable as st
from sandtable.kernel.garbage import rare_collection
from sandtable.rules.great_battles.computer import threats as H
c=Counter(); t=Counter()
r0=H.reckoned
def reck(state,firer,target,*,heavy,indirect):
    b=perf_counter(); r=r0(state,firer,target,heavy=heavy,indirect=indirect); d=perf_counter()-b
    k=("ind" if indirect else "dir","hit" if r.hit else "no"); c[k]+=1; t[k]+=d; return r
H.reckoned=reck
b0=H.blow
def blow(state,f,t_,h,*,indirect=False):
    b=perf_counter(); r=b0(state,f,t_,h,indirect=indirect); k=("blow",indirect,bool(r.hit)); c[k]+=1; t[k]+=perf_counter()-b; return r
H.blow=blow
tt=perf_counter()
with rare_collection():
    game=st.new_game(sys.argv[1], sys.argv[2], seed="bench 0")
    ps={s: st.GreedyPlayer(f"0 {s}") for s in game.state.sides}
    while (q:=game.position.question) is not None:
        game.play(ps[q.side].choose(game.seat()))
tt=perf_counter()-tt
for k in c: print(k,c[k],f"{1e6*t[k]/c[k]:.0f} us {t[k]/tt:.1%}")
