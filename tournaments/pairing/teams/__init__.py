"""The club's teams in leagues outside: who may sit where, by a league's rules as data. It pairs nobody."""
