"""Who sits in the matches of a tournament of teams, and what they played there."""
