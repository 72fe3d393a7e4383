/** Words in front of a profession by which somebody has it no more, not yet, or not in earnest; and words that are no part of a title. */
const NO_PART = [
  'former|ex|old|retired|laid-off|unemployed|jobless|aspiring|future|wannabe|would-be|failed|trained|hobby|amateur|self-proclaimed|self-styled|so-called|honorary|volunteer|student|trainee|undercover',
  'terrible|awful|bad|lousy|poor|decent|good|great|excellent|better|best|worse|worst|big|huge|fast|slow|quick|careful|safe|born|natural|real|true|fake|fictional|imaginary|virtual|pretend|frustrated|typical|mere|simple|simulated|wonderful|amazing|proud|happy|sad|tired|stressed|busy|lazy|nervous|grumpy|humble|mediocre|evil',
  'not|no|never|half|bit|kind|sort|part|couple|lot|fan|son|daughter|child|kid|friend|wife|husband|mix|cross',
  'a|an|the|my|his|her|their|our|your|this|that|who|which|of|for|to|with|in|at|as|by|from|on|like|than|and|or|but|is|are|was',
].join('|');
const WORD = String.raw`(?!(?:${NO_PART})\s)[\p{L}][\p{L}&/+#-]*`;

/** Professions by their last word: closed, as what else people are ("a runner", "a reader") has the same endings. */
const PROFESSION = [
  String.raw`(?:software|systems?|data|cloud|platform|network|security|hardware|test|qa|ml|ai|devops|support|sales|solutions?|process|quality|design|research|site~reliability|backend|back-end|frontend|front-end|full-?stack|civil|mechanical|electrical|electronics|chemical|structural|industrial|aerospace|automotive|biomedical|environmental|sound|audio|mobile|web|embedded|firmware|staff|principal|senior|junior|lead)~engineer`,
  String.raw`engineer|developer|programmer|sysadmin|system~administrator|database~administrator|data~scientist|scientist|researcher|analyst|architect|(?:ux|ui|graphic|product|web|game|interior|fashion|lead|senior|junior|principal|staff|industrial)~designer|designer|technical~writer|copywriter|technician`,
  String.raw`(?:product|project|program(?:me)?|engineering|account|office|store|branch|general|marketing|sales|hr|operations|it|people|community|content|data|design|finance|logistics|warehouse|restaurant|hotel|quality|delivery|release|senior|supply~chain)~manager|(?:team|tech|project|design|engineering|product|qa|squad)~lead|(?:product|service)~owner|scrum~master|director~of~(?:engineering|product|marketing|sales|operations|design|finance|data)|head~of~(?:engineering|product|marketing|sales|operations|design|finance|data|hr)|vice~president|vp~of~(?:engineering|product|marketing|sales)|c[etfop]o`,
  'nurse|midwife|paramedic|physician|doctor|surgeon|dentist|pharmacist|psychologist|psychiatrist|physiotherapist|radiologist|cardiologist|an(?:a)?esthetist|optometrist|optician|vet|veterinarian|dietitian|carer|caregiver|social~worker|therapist',
  'teacher|lecturer|professor|tutor|librarian|kindergarten~teacher|lawyer|attorney|solicitor|barrister|judge|notary|paralegal|accountant|auditor|bookkeeper|actuary|economist|tax~adviser|tax~advisor|journalist|translator|interpreter|editor|consultant|recruiter|receptionist|secretary|civil~servant',
  'electrician|plumber|carpenter|joiner|mechanic|welder|bricklayer|roofer|machinist|chef|baker|butcher|barista|waiter|waitress|bartender|hairdresser|barber|tailor|florist|cashier|(?:bus|truck|taxi|train|delivery)~driver|pilot|flight~attendant|firefighter|police~officer|farmer|geologist|chemist|biologist|physicist|astronomer|mathematician|statistician|archaeologist|surveyor|estate~agent|realtor',
]
  .join('|')
  .replaceAll('~', String.raw`\s`);

/** Matches the title of a job: a profession with up to four words in front of it, "senior data engineer". Source of a pattern. */
export const JOB_TITLE = String.raw`(?:${WORD}\s){0,4}?(?:${PROFESSION})(?![\p{L}\p{N}'’-])`;
