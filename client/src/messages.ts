// Made by client/make_types.py from the types in src/sandtable/server. Change those, then run this again.

export type Point = [number, number];

export type Spot = [number, number, number];

export interface Badge {
  word: string;
  icon: string;
  meaning: string;
  stops: boolean;
  drawn: boolean;
}

export interface Feel {
  scale: string;
  length: string;
  special: string;
  steep: number;
}

export interface Gauge {
  now: number;
  of: number;
  limit: number;
}

export interface Grade {
  rank: number;
  of: number;
  word: string;
}

export interface Manner {
  label: string;
  value: string;
}

export interface Printed {
  table: string;
  row: number;
  column: number;
}

export interface Steps {
  names: string[];
  now: number;
}

export interface Term {
  word: string;
  meaning: string;
  clause: string;
  also: string[];
}

export interface Troops {
  count: number;
  name: string;
  words: string;
  symbol: string;
  later: boolean;
}

export interface Feature {
  id: string;
  kind: string;
  shape: 'area' | 'strip';
  points: [number, number][];
  width: number | null;
  level: number;
  name: string;
}

export interface PlaceName {
  x: number;
  y: number;
  text: string;
}

export interface Ground {
  kind: 'free' | 'grid';
  width: number;
  height: number;
  climate: string;
  features: Feature[];
  squares?: string[][] | null;
  levels?: number[] | null;
  names?: PlaceName[];
}

export interface Lost {
  label: string;
  count: number;
}

export interface Loss {
  side: number;
  items: Lost[];
}

export interface TurnLoss {
  turn: string;
  number: number;
  seq: number;
  losses: Loss[];
}

export interface Luck {
  side: number;
  rolls: number;
  expected: number;
  got: number;
  made: [number, boolean][];
}

export interface Turning {
  seq: number;
  words: string;
  swing: number;
}

export interface Result {
  winner: number;
  words: string;
  clause: string;
  losses: Loss[];
  by_turn: TurnLoss[];
  luck: Luck[];
  turning: Turning[];
}

export interface SideBriefing {
  winning: string;
  troops: Troops[];
}

export interface Briefing {
  setting: string;
  length: string;
  victory: string;
  sides: SideBriefing[];
}

export interface Row {
  label: string;
  value: string;
}

export interface TallyRow {
  label: string;
  value: string;
  side: number;
  gauge: Gauge | null;
}

export interface Strength {
  now: number;
  full: number;
}

export interface Actions {
  left: number;
  of: number;
}

export interface Piece {
  id: string;
  name: string;
  tag: string;
  side: number;
  x: number | null;
  y: number | null;
  facing: number;
  quality: Grade | null;
  strength: Strength | null;
  marks: Badge[];
  done: Badge[];
  secret: boolean;
  lost: boolean;
  card: Row[];
  says: string;
  short: string;
  kind: string;
  symbol: string;
  w: number;
  d: number;
  disc: boolean;
  group: string | null;
  aboard: string | null;
  task: string | null;
  goes_for: string[];
}

export interface Group {
  id: string;
  name: string;
  tag: string;
  side: number;
  x: number | null;
  y: number | null;
  facing: number;
  quality: Grade | null;
  strength: Strength | null;
  marks: Badge[];
  done: Badge[];
  secret: boolean;
  lost: boolean;
  card: Row[];
  says: string;
  pieces: string[];
  formation: string | null;
  drawing: '' | 'air' | 'attack' | 'burst' | 'defence' | 'gas' | 'march' | 'planned' | 'road' | 'smoke' | 'tape' | 'works';
  standing: '' | 'inactive' | 'to ground';
  actions: Actions | null;
  reserve: boolean;
}

export interface Template {
  id: string;
  kind: string;
  side: number;
  x: number;
  y: number;
  facing: number;
  w: number;
  d: number;
  disc: boolean;
  secret: boolean;
  words: string;
  drawing: '' | 'air' | 'attack' | 'burst' | 'defence' | 'gas' | 'march' | 'planned' | 'road' | 'smoke' | 'tape' | 'works';
}

export interface Objective {
  id: string;
  name: string;
  x: number;
  y: number;
  holder: number;
  value: number;
}

export interface Cover {
  w: number;
  d: number;
  disc: boolean;
}

export interface Refused {
  why: string;
  clause: string;
}

export interface Region {
  outlines: [number, number][][] | null;
  places: [number, number, number][] | null;
  turns: number[] | null;
  facing: number | null;
}

export interface Choice {
  n: number;
  deed: number;
  words: string;
  clause: string;
  verb: string;
  unit: string | null;
  targets: string[];
  place: [number, number, number] | null;
  region: Region | null;
  lays: Cover | null;
  refusal: Refused | null;
  quiet: boolean;
  attack: boolean;
  ends: boolean;
  goes: boolean;
  volley: string | null;
  ways: Manner[];
}

export interface SetUp {
  scenario: string;
  given: boolean;
}

export interface Decision {
  seq: number;
  side: number;
  kind: string;
  about: string[];
  question: string;
  clause: string;
  mine: boolean;
  options: Choice[];
  barred: Choice[];
  ready: number;
  set_up: SetUp | null;
}

export interface Die {
  sides: number;
  shown: number;
  made: boolean | null;
}

export interface Sum {
  value: number;
  words: string;
  clause: string;
  printed?: Printed | null;
}

export interface Need {
  total: number;
  words: string;
  terms: Sum[];
}

export interface Way {
  unit: string;
  path: [number, number, number][];
}

export interface Line {
  n: number;
  seq: number;
  deed: number;
  side: number;
  words: string;
  clause: string;
  kind: 'fire' | 'loss' | 'move' | 'note' | 'roll' | 'turn' | 'win';
  dice: Die[];
  terms: Sum[];
  units: string[];
  spots?: ([number, number, number] | null)[];
  ways?: Way[];
  label?: string;
  tone?: -1 | 0 | 1;
  needs?: string;
  adds?: string;
  total?: string;
  came?: string;
  need?: Need | null;
}

export interface Frame {
  n: number;
  pieces: Piece[];
  groups: Group[];
  templates: Template[] | null;
  gone: string[];
}

export interface Turns {
  now: number;
  last: number;
  label: string;
  first: number;
}

export interface Undo {
  may: boolean;
  needs: '' | 'consent';
  why: string;
}

export interface Tick {
  seq: number;
  side: number;
  turn: boolean;
  undo: boolean;
}

export interface Coaching {
  words: string;
  clause: string;
  told: number;
}

export interface Moment {
  seq: number;
  pieces: Piece[];
  groups: Group[];
  templates: Template[];
  objectives: Objective[];
  tally: TallyRow[];
  turns: Turns;
  steps: Steps;
  decision: Decision | null;
  waiting: string | null;
  undo: Undo;
  coaching: Coaching | null;
  again: number;
  result: Result | null;
  ground: Ground | null;
}

export interface SideInfo {
  name: string;
  seat: string;
  here: boolean;
  taken: boolean;
  who: string;
}

export interface Said {
  side: number;
  what: 'freed' | 'named' | 'said' | 'took';
  words: string;
  at: number;
}

export interface Rules {
  id: string;
  title: string;
  short: string;
}

export interface TerrainInfo {
  kind: string;
  does: Row[];
  clause: string;
}

export interface Rare {
  kind: string;
  words: string;
}

export interface Table {
  type: 'table';
  seq: number;
  pieces: Piece[];
  groups: Group[];
  templates: Template[];
  objectives: Objective[];
  tally: TallyRow[];
  turns: Turns;
  steps: Steps;
  decision: Decision | null;
  waiting: string | null;
  undo: Undo;
  coaching: Coaching | null;
  again: number;
  result: Result | null;
  ground: Ground | null;
  game: string;
  title: string;
  setting: string;
  rules: Rules;
  options: string[];
  you: number[];
  eyes: number;
  spectator: boolean;
  hotseat: boolean;
  sides: SideInfo[];
  briefing: Briefing;
  log: Line[];
  seqs: Tick[];
  terrain: TerrainInfo[];
  signs: Badge[];
  practice: boolean;
  rare: Rare[];
  wanted: string[];
  talk: Said[];
}

export interface Moved {
  type: 'moved';
  seq: number;
  pieces: Piece[];
  groups: Group[];
  templates: Template[];
  objectives: Objective[];
  tally: TallyRow[];
  turns: Turns;
  steps: Steps;
  decision: Decision | null;
  waiting: string | null;
  undo: Undo;
  coaching: Coaching | null;
  again: number;
  result: Result | null;
  ground: Ground | null;
  nonce: string;
  lines: Line[];
  frames: Frame[];
  tick: Tick;
}

export interface MomentAt {
  type: 'moment';
  seq: number;
  pieces: Piece[];
  groups: Group[];
  templates: Template[];
  objectives: Objective[];
  tally: TallyRow[];
  turns: Turns;
  steps: Steps;
  decision: Decision | null;
  waiting: string | null;
  undo: Undo;
  coaching: Coaching | null;
  again: number;
  result: Result | null;
  ground: Ground | null;
  id: string;
  log: number;
}

export interface Outcome {
  words: string;
  chance: number;
  fraction: string;
  tone: 'bad' | 'even' | 'good';
  effect: boolean;
}

export interface Prospect {
  tone: 'bad' | 'even' | 'good';
  words: string;
  chance: number;
}

export interface Handover {
  type: 'handover';
  side: number;
  name: string;
  title: string;
}

export interface Odds {
  type: 'odds';
  id: string;
  seq: number;
  exact: boolean;
  branches: number;
  prospects: Prospect[];
  outcomes: Outcome[];
  reckoning: Sum[];
  total: number | null;
  need: string | null;
  assumed: string;
  too_many: boolean;
  brief: string;
}

export interface Standing {
  id: string;
  x: number;
  y: number;
  facing: number;
}

export interface Threat {
  firer: string;
  target: string;
  chance: number | null;
  words: string;
  clause: string;
  from: [number, number];
  to: [number, number];
}

export interface Tested {
  type: 'tested';
  id: string;
  seq: number;
  to: [number, number, number] | null;
  words: string;
  ok: boolean;
  why: string;
  clause: string;
  stands: Standing[];
  threats: Threat[];
  nearest: [number, number, number] | null;
  off: number;
  sure: boolean;
}

export interface Places {
  type: 'places';
  id: string;
  seq: number;
  option: number;
  places: [number, number, number][];
}

export interface Placement {
  unit: string | null;
  words: string;
  to: [number, number, number] | null;
  command: Record<string, unknown>;
}

export interface Proposed {
  type: 'proposed';
  id: string;
  seq: number;
  commands: Placement[];
  pieces: Piece[];
  groups: Group[];
  why: string;
  clause: string;
}

export interface SetUpGiven {
  type: 'set-up';
  id: string;
  scenario: string;
  side: string;
  commands: Record<string, unknown>[];
}

export interface Reach {
  type: 'reach';
  id: string;
  seq: number;
  option: number;
  region: Region;
}

export interface Sighted {
  type: 'sighted';
  id: string;
  clear: boolean;
  past: string;
  at: [number, number] | null;
  distance: number;
  words: string;
}

export interface Leg {
  distance: number;
  words: string;
}

export interface Measured {
  type: 'measured';
  id: string;
  legs: Leg[];
  total: number;
  words: string;
}

export interface GroundAt {
  type: 'ground';
  id: string;
  words: string;
}

export interface Sector {
  kind: string;
  words: string;
  clause: string;
  radius: number;
  degrees: number;
  outlines: [number, number][][];
  x: number;
  y: number;
  facing: number;
}

export interface Field {
  type: 'field';
  id: string;
  piece: string;
  sectors: Sector[];
}

export interface Hint {
  option: number;
  to: [number, number, number] | null;
  words: string;
  then: string[];
  units: string[];
  gains: string[];
  costs: string[];
  odds: Odds | null;
}

export interface Hints {
  type: 'hints';
  id: string;
  seq: number;
  side: number;
  question: string;
  hints: Hint[];
}

export interface Refusal {
  type: 'refused';
  id: string;
  why: string;
  clause: string;
}

export interface Stale {
  type: 'stale';
  id: string;
  seq: number;
}

export interface WantsUndo {
  type: 'wants-undo';
  side: number;
  what: string;
  seen: string[];
  of: number;
}

export interface Undone {
  type: 'undone';
  seq: number;
  by: number;
}

export interface Declined {
  type: 'declined';
  side: number;
}

export interface Presence {
  type: 'presence';
  side: number;
  here: boolean;
  taken: boolean;
  who: string;
}

export interface Told {
  type: 'told';
  said: Said;
}

export interface Fault {
  type: 'error';
  why: string;
}

export interface Pong {
  type: 'pong';
}

export interface Hello {
  type: 'hello';
  since?: number;
  log?: number;
  key?: string;
}

export interface Play {
  type: 'play';
  seq: number;
  option: number;
  nonce: string;
  to?: [number, number, number] | null;
  volley?: boolean;
}

export interface Weigh {
  type: 'weigh';
  id: string;
  seq: number;
  option: number;
  to?: [number, number, number] | null;
}

export interface Test {
  type: 'test';
  id: string;
  seq: number;
  option: number;
  to?: [number, number, number] | null;
  meant?: boolean;
}

export interface Suggest {
  type: 'suggest';
  id: string;
  seq: number;
  option: number;
}

export interface AskReach {
  type: 'reach';
  id: string;
  seq: number;
  option: number;
}

export interface Meant {
  option: number;
  to: [number, number, number] | null;
}

export interface AskHint {
  type: 'hint';
  id: string;
  seq: number;
  compare?: [Meant, Meant] | null;
}

export interface Change {
  n: number;
  to: [number, number, number];
}

export interface Propose {
  type: 'propose';
  id: string;
  seq: number;
  how: 'computer' | 'given' | 'scenario';
  commands?: Record<string, unknown>[];
  change?: Change | null;
  seed?: string;
}

export interface AskSetUp {
  type: 'set-up';
  id: string;
}

export interface Arrange {
  type: 'arrange';
  seq: number;
  nonce: string;
  commands: Record<string, unknown>[];
}

export interface LookAlong {
  type: 'sight';
  id: string;
  a: string | [number, number];
  b: string | [number, number];
}

export interface Measure {
  type: 'measure';
  id: string;
  points: (string | [number, number])[];
}

export interface PointAt {
  type: 'point';
  id: string;
  x: number;
  y: number;
}

export interface AskField {
  type: 'field';
  id: string;
  piece: string;
}

export interface AskUndo {
  type: 'undo';
  nonce: string;
}

export interface Consent {
  type: 'consent';
  yes: boolean;
}

export interface Resign {
  type: 'resign';
  nonce: string;
  side: number;
}

export interface Ready {
  type: 'ready';
}

export interface Chat {
  type: 'chat';
  words: string;
}

export interface CallMe {
  type: 'call-me';
  name: string;
}

export interface FreeSeat {
  type: 'free-seat';
}

export interface Want {
  type: 'want';
  kind: string;
  yes: boolean;
}

export interface At {
  type: 'at';
  id: string;
  seq: number;
}

export interface Ping {
  type: 'ping';
}

export interface Rate {
  count: number;
  of: number;
  rate: number;
  low: number;
  high: number;
}

export interface Figures {
  rules: string;
  seed: string;
  games: number;
  wins: Record<string, Rate>;
  draws: Rate;
  ended_by: Record<string, number>;
  mean_turns: number;
  mean_choices: number;
  mean_dice: number;
  mean_losses: Record<string, Record<string, number>>;
}

export interface OptionInfo {
  id: string;
  title: string;
  text: string;
  clause: string;
}

export interface LevelInfo {
  id: string;
  title: string;
  words: string;
}

export interface Made {
  seed: string;
  choices?: Record<string, string>;
}

export interface LessonInfo {
  minutes: number;
  scenario: string;
  side: string;
}

export interface RulesInfo {
  id: string;
  title: string;
  short: string;
  feel: Feel;
  author: string;
  source: string;
  options: OptionInfo[];
  excludes: [string, string][];
  lesson: LessonInfo | null;
  levels: LevelInfo[];
  makes: Record<string, string[]>;
}

export interface Kind {
  symbol: string;
  count: number;
}

export interface Balance {
  games: number;
  wins: number[];
  draws: number;
}

export interface ScenarioInfo {
  id: string;
  rules: string;
  title: string;
  setting: string;
  size: string;
  length: string;
  sides: string[];
  winning: string[];
  options: string[];
  learning: boolean;
  preview: Ground;
  pieces: Piece[];
  objectives: Objective[];
  forces: Kind[][];
  units: number;
  minutes: number;
  large: boolean;
  hidden: boolean;
  balance: Balance | null;
  made: Made | null;
}

export interface Home {
  rulesets: RulesInfo[];
  scenarios: ScenarioInfo[];
}

export interface ClauseHead {
  id: string;
  title: string;
  words: string;
}

export interface Chapter {
  id: string;
  title: string;
  clauses: ClauseHead[];
}

export interface Chart {
  id: string;
  title: string;
  columns: string[];
  rows: ((boolean | number | number | string)[])[];
  note: string;
}

export interface ClauseText {
  id: string;
  title: string;
  chapter: string;
  text: string;
  status: string;
  note: string;
  tables: Chart[];
  cases: string[];
  rulings: string[];
  variant: string;
}

export interface Part {
  title: string;
  clauses: ClauseText[];
  charts: Chart[];
}

export interface Ending {
  clause: string;
  title: string;
  count: number;
}

export interface StagedInfo {
  title: string;
  scenario: ScenarioInfo;
  figures: Figures | null;
  endings: Ending[];
}

export interface BattleInfo {
  id: string;
  title: string;
  setting: string;
  books: StagedInfo[];
}

export interface Begin {
  rules: string;
  scenario: string;
  options?: string[] | null;
  seats?: Record<string, string>;
  hotseat?: boolean;
  seed?: string | null;
  made?: Made | null;
  practice?: boolean;
}

export interface PlayOn {
  seq: number;
  seats?: Record<string, string>;
  hotseat?: boolean;
}

export interface Begun {
  game: string;
  seats: Record<string, string>;
  table: string | null;
  watch: string;
}

export interface Reachable {
  addresses: string[];
  command: string;
}

export interface Trouble {
  error: string;
  where?: string;
}

export type FromServer =
  | Table
  | Moved
  | MomentAt
  | Handover
  | Odds
  | Tested
  | Places
  | Proposed
  | SetUpGiven
  | Reach
  | Sighted
  | Measured
  | GroundAt
  | Field
  | Hints
  | Refusal
  | Stale
  | WantsUndo
  | Undone
  | Declined
  | Presence
  | Told
  | Fault
  | Pong;

export type ToServer =
  | Hello
  | Play
  | Weigh
  | Test
  | Suggest
  | AskReach
  | AskHint
  | LookAlong
  | Measure
  | PointAt
  | AskField
  | AskUndo
  | Consent
  | Propose
  | Arrange
  | AskSetUp
  | Resign
  | Ready
  | Chat
  | CallMe
  | FreeSeat
  | Want
  | At
  | Ping;
