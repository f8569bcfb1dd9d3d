-- Both are called with one id or a few, of which the planner knows the number only in a plan for these alone, and so planned
-- them anew at each call: of 0.35 ms of telling an Inbox 0.24 were the planner's.

alter function inbox_tell(uuid, uuid[], text, boolean, uuid, uuid, uuid, timestamptz)
  set plan_cache_mode = 'force_generic_plan';
alter function counts_of_verdicts(uuid[], int) set plan_cache_mode = 'force_generic_plan';
