import pytest
from django.urls import reverse, NoReverseMatch
from tests.tools.casts.team_event import TeamEvent
from tests.views.common.test_roles import routes
from tournaments.models import Game, Season
pytestmark = pytest.mark.django_db
def crawl(event, stage, client, bad):
    from tournaments.models import Round
    e=event.entry(1)
    rnd=event.tournament.rounds.order_by('-number').first()
    game=Game.objects.filter(round__tournament=event.tournament).order_by('-pk').first()
    gaps={'club':event.tournament.club.slug,'tournament':event.tournament.slug,'number':rnd.number if rnd else 1,'entry':e.pk,'game':game.pk if game else 1,'player':1,'key':'x','part':'boards','system':'cup','paper':'all','key_map':'132'}
    for r in routes():
        if not set(r.gaps)<=gaps.keys(): continue
        if 'club' not in r.gaps: continue
        args={g:gaps[g] for g in r.gaps}
        if r.name in ('standings','public_card','staff_card'): args['player']=1
        try: url=reverse(r.name,kwargs=args)
        except NoReverseMatch as ex: continue
        try:
            resp=client.get(url)
            if resp.status_code>=500: bad.append((stage,r.name,url,resp.status_code))
            else: seen.setdefault(resp.status_code,[]).append(r.name)
        except Exception as ex:
            import traceback
            tb=traceback.extract_tb(ex.__traceback__)
            last=[f for f in tb if '/tournaments/' in f.filename or 'templates' in f.filename][-1]
            bad.append((stage,r.name,type(ex).__name__,str(ex)[:100],last.filename.split('/work/main/')[-1],last.lineno))
seen={}
def test_crawl():
    bad=[]
    event=TeamEvent.of_teams()
    c=event.client()
    crawl(event,'setup',c,bad)
    event.open(); event.check_in(); crawl(event,'open',c,bad)
    event.pair(); crawl(event,'draft',c,bad)
    event.publish(); event.enter_boards(1,"1"); crawl(event,'published',c,bad)
    for m in (1,2,3): event.enter_boards(m,"1110")
    event.finish(); crawl(event,'finished',c,bad)
    from django.test import Client
    crawl(event,'public',Client(),bad)
    u=set()
    for b in bad:
        k=b[1:]
        if k in u: continue
        u.add(k); print(b)
    print({k:len(v) for k,v in seen.items()}, sorted(set(seen.get(404,[]))))
    assert not bad
