/**
 * A fact that people tell about themselves in several wordings and are asked for in others. `{v}` is the fact, `{p}`
 * the person.
 */
export interface Topic {
  readonly name: string;
  readonly values: readonly string[];
  /** Remarks of the other person that bring the topic up, without a value. */
  readonly openers: readonly string[];
  readonly tells: readonly string[];
  /** Questions about a person; `mine` are those that the person asks. */
  readonly asks: readonly string[];
  readonly mine: readonly string[];
  /** Questions that the person asks in none of the words of `tells`. */
  readonly roundabout: readonly string[];
  /** Talk about the topic that tells nothing. */
  readonly chat: readonly string[];
}

/** Topics for fitting the constants. */
export const FITTED_TOPICS: readonly Topic[] = [
  {
    name: 'pet',
    values: ['Pepper', 'Waffles', 'Juno', 'Biscuit', 'Olive', 'Domino', 'Mango', 'Figaro'],
    openers: ['How is the new kitten settling in?', 'Did the shelter ever call you back about a cat?'],
    tells: [
      'I brought the kitten home on Friday and she answers to {v} already.',
      'We ended up calling our little cat {v}, after a long family vote.',
      "{v} is asleep on my keyboard, so forgive the typos. She's the cat from the shelter.",
    ],
    asks: [
      "What is the name of {p}'s pet?",
      'How did {p} name the cat that came from the shelter?',
      'Which name did {p} give to the kitten?',
    ],
    mine: ['What did I name my cat?', "What's my pet called?"],
    roundabout: [
      'What do I call the furry animal that lives with me?',
      'If you had to shout across the room so that my four-legged flatmate comes running, what would you shout?',
    ],
    chat: ['Cats do exactly what they want, it is a mystery to me.', 'The vet says kittens sleep for most of the day.'],
  },
  {
    name: 'instrument',
    values: ['cello', 'accordion', 'banjo', 'oboe', 'harp', 'trombone', 'mandolin', 'clarinet'],
    openers: ['Are you still making music in the evenings?', 'Somebody told me you went back to lessons.'],
    tells: [
      'I rented a {v} for half a year, and my neighbours are surprisingly patient.',
      'Tuesday evenings are for the {v} now; my teacher is seventy and very strict.',
      'My fingers hurt. Nobody warned me that the {v} takes so much strength.',
    ],
    asks: ['What instrument is {p} learning?', 'Which instrument does {p} practise?', 'What does {p} play in the music lessons?'],
    mine: ['Which instrument am I learning?', 'What do I take music lessons in?'],
    roundabout: [
      'What was it that I make a noise with after work, for fun?',
      'I told you about a hobby that has something to do with notes and scales; on what do I do it?',
    ],
    chat: ['Practising is harder than performing, I was told.', 'Music is good for the head after work.'],
  },
  {
    name: 'trip',
    values: ['Lisbon', 'the Faroe Islands', 'Kyoto', 'Patagonia', 'Tbilisi', 'Nova Scotia', 'Zanzibar', 'Ljubljana'],
    openers: ['So where are you off to this summer?', 'Have you booked your holiday at last?'],
    tells: [
      'We fly to {v} in three weeks, and I have not even looked for my suitcase.',
      'After all that talk it became {v}: two tickets, one backpack each.',
      'I came back from {v} last night with sunburn and four hundred photos.',
    ],
    asks: ['Where did {p} travel?', 'Which destination did {p} choose for the vacation?', 'What place did {p} visit on holiday?'],
    mine: ['Where did I go on vacation?', 'Which destination did I book?'],
    roundabout: [
      'To which part of the world did I go when I had time off?',
      'There was a journey I had been looking forward to. Which country or town was it to?',
    ],
    chat: ['Packing is the part of a journey I like least.', 'Airports make me nervous, trains do not.'],
  },
  {
    name: 'job',
    values: [
      'a bakery',
      'the harbour office',
      'a planetarium',
      'a seed bank',
      'the tram company',
      'a print shop',
      'the county archive',
      'a bike factory',
    ],
    openers: ['How did the interview go?', 'Any answer to all those applications?'],
    tells: [
      'I signed the contract: from the first of next month I work at {v}.',
      'They picked me! {v} wants me to begin straight after the holidays.',
      'My first week at {v} is over and I still get lost in the corridors.',
    ],
    asks: ['Who is the new employer of {p}?', 'Where does {p} work now?', 'What job did {p} get?'],
    mine: ['Where did I start working?', 'Who hired me?'],
    roundabout: ['Who pays my wages nowadays?', 'I changed employers a while ago; for whom do I do my hours at present?'],
    chat: ['Interviews are mostly about staying calm.', 'A good boss makes all the difference at work.'],
  },
  {
    name: 'sport',
    values: ['rowing', 'fencing', 'bouldering', 'judo', 'archery', 'badminton', 'orienteering', 'curling'],
    openers: ['Do you still go running in the park?', 'You look fit, what is your secret?'],
    tells: [
      'I tried {v} with a colleague, and now I have a yearly membership.',
      'Running was dull, so I changed to {v}; my knees thank me.',
      'On Saturday was my first {v} contest, I came in second to last and loved it.',
    ],
    asks: ['What sport has {p} taken up?', 'Which kind of exercise does {p} do?', 'What athletic hobby did {p} switch to?'],
    mine: ['Which sport did I take up?', 'What kind of exercise do I do these days?'],
    roundabout: ['How do I keep myself fit, as far as you know?', 'What physical activity did I turn to when I wanted to move more?'],
    chat: ['Moving is better than sitting, whatever one does.', 'My doctor keeps telling me to exercise.'],
  },
  {
    name: 'allergy',
    values: ['walnuts', 'shellfish', 'sesame', 'celery', 'kiwi', 'soy', 'mustard', 'lupin'],
    openers: ['Is there something I should leave out when I cook for you?', 'What happened at that restaurant?'],
    tells: [
      'The test came back: it is {v}. No wonder my lips swelled up at the restaurant.',
      'Please no {v} in the salad, I would spend the night in hospital.',
      'I carry a pen with adrenaline since the thing with the {v}.',
    ],
    asks: ['What is {p} allergic to?', 'Which food can {p} not eat?', 'What food must {p} avoid for health reasons?'],
    mine: ['What am I allergic to?', 'Which food must I avoid?'],
    roundabout: [
      'Is there anything a host should keep off my plate, and what?',
      'You once heard what my body does not tolerate. What would make me ill?',
    ],
    chat: ['Reading labels takes longer than shopping itself.', 'Waiters never know what is in the sauce.'],
  },
  {
    name: 'course',
    values: ['bookbinding', 'Portuguese', 'beekeeping', 'welding', 'astronomy', 'pottery', 'sign language', 'screen printing'],
    openers: ['What do you do with your free Thursdays?', 'Is the evening school any good?'],
    tells: [
      'I enrolled in {v} at the evening school, twelve sessions with a small group.',
      'Thursday nights belong to {v} now, and I am the oldest student by far.',
      'The certificate in {v} hangs in the hallway; I am absurdly proud.',
    ],
    asks: ['What class is {p} taking?', 'Which subject did {p} sign up to study?', 'What is {p} learning at night school?'],
    mine: ['Which class did I sign up for?', 'What am I studying at night school?'],
    roundabout: [
      'What new skill have I been acquiring outside of my job?',
      'I went back to learning things in my spare time; what is the subject?',
    ],
    chat: ['Learning as an adult is slower and nicer.', 'The canteen there has dreadful coffee.'],
  },
  {
    name: 'car',
    values: [
      'a cracked radiator',
      'a dead alternator',
      'worn brake pads',
      'a leaking fuel line',
      'a broken axle',
      'a stuck thermostat',
      'a torn drive belt',
      'a flat battery',
    ],
    openers: ['Why did you come by bus yesterday?', 'Is the old car running again?'],
    tells: [
      'The mechanic found {v}, and the bill made me sit down.',
      'It was {v} after all, so we stood on the motorway for two hours.',
      'They towed us because of {v}; the garage keeps it until Monday.',
    ],
    asks: ["What was wrong with {p}'s car?", 'Why did the vehicle of {p} break down?', 'What did the repair shop fix for {p}?'],
    mine: ['What was wrong with my vehicle?', 'Why did my car break down?'],
    roundabout: [
      'What defect was responsible for my automobile not going any further?',
      'I had an expensive repair not long ago; which part of the vehicle was to blame?',
    ],
    chat: ['Cars are expensive friends.', 'I would rather cycle than look for a parking space.'],
  },
  {
    name: 'gift',
    values: ['a telescope', 'a fountain pen', 'a sewing machine', 'a hammock', 'a bread oven', 'a record player', 'a kayak', 'a globe'],
    openers: ['How was the birthday?', 'Did they surprise you this year?'],
    tells: [
      'My sisters put their money together and gave me {v}, I was speechless.',
      'There was {v} behind the curtain with a ribbon around it, for my birthday!',
      'I got {v} from the whole department, they must have noticed my hints.',
    ],
    asks: ['What present did {p} receive?', 'What did {p} get for the birthday?', "What was {p}'s birthday gift?"],
    mine: ['What did I get for my birthday?', 'Which present did I receive?'],
    roundabout: [
      'What surprise did people hand me when I turned a year older?',
      'Which object did others buy for me to mark the day I was born?',
    ],
    chat: ['Birthdays are for cake, the rest is decoration.', 'I never know what to buy for anybody.'],
  },
  {
    name: 'volunteering',
    values: [
      'the food bank',
      'a night shelter',
      'the lifeboat station',
      'a repair café',
      'the animal rescue',
      'a reading club for children',
      'the mountain patrol',
      'a community garden',
    ],
    openers: ['What keeps you so busy at weekends?', 'You seem to be out all Sunday lately.'],
    tells: [
      'Every other Sunday I help out at {v}; it gives me more than it takes.',
      'I gave my number to {v}, and they put me on the roster at once.',
      'Three shifts at {v} this month, and my back knows each of them.',
    ],
    asks: ['Where does {p} volunteer?', 'Which charity does {p} support with time?', 'What unpaid work does {p} do on weekends?'],
    mine: ['Where do I volunteer?', 'Which charity do I give my weekends to?'],
    roundabout: [
      'Where do I do unpaid work for a good cause?',
      'There is an organisation that I support with my time and not with money. Which one?',
    ],
    chat: ['Weekends are too short for all of it.', 'People are kinder than the news makes one think.'],
  },
  {
    name: 'book',
    values: [
      'The Salt Almanac',
      'Nine Winters',
      'A House of Moths',
      'The Ferryman of Odra',
      'Letters to a Cartographer',
      'The Quiet Orchard',
      'Glass and Thunder',
      'Northbound',
    ],
    openers: ['Do you have a novel to recommend?', 'What is on your bedside table?'],
    tells: [
      'I finished {v} at three in the morning and cried into my tea.',
      'Our reading group chose {v}, which I would never have opened myself.',
      '{v}, that is the one. Slow at first, then you cannot put it down.',
    ],
    asks: ['Which book did {p} read?', 'What novel does {p} recommend?', "What did {p}'s book club pick?"],
    mine: ['Which novel did I finish?', 'What book did I recommend?'],
    roundabout: [
      'What was the last thing that I read from cover to cover?',
      'Which title would I hand to somebody who wants a good story?',
    ],
    chat: ['I buy more books than I read, as everybody does.', 'Libraries smell better than shops.'],
  },
  {
    name: 'move',
    values: [
      'a houseboat',
      'an attic flat',
      'a farmhouse',
      'a former school',
      'a caravan',
      'a terraced house',
      'a lighthouse cottage',
      'a studio above a bakery',
    ],
    openers: ['Are the boxes packed yet?', 'Is it true that you are leaving the old flat?'],
    tells: [
      'We got the keys today: {v}, with a view and no heating.',
      'Goodbye city, I live in {v} since Saturday.',
      'The landlord of {v} said yes, so I handed in my notice for the flat.',
    ],
    asks: ['Where did {p} move to?', 'What kind of home does {p} live in now?', 'What is the new place of {p} like?'],
    mine: ['What kind of home did I move into?', 'Where do I live now?'],
    roundabout: ['What sort of place do I call home these days?', 'I changed my address at some point; what do I inhabit at the moment?'],
    chat: ['Moving once is as bad as burning down twice.', 'Half of what one owns can go.'],
  },
  {
    name: 'garden',
    values: ['pumpkins', 'sweet peas', 'artichokes', 'black tulips', 'rhubarb', 'sunflowers', 'garlic', 'dwarf quinces'],
    openers: ['What grows on your balcony?', 'Did anything survive the frost?'],
    tells: [
      'The {v} took over the whole bed, I give them away by the bucket.',
      'I put {v} in the ground in spring, and nobody believed in them but me.',
      'Only the {v} made it through the frost, the rest is compost.',
    ],
    asks: ['What did {p} plant?', 'Which plants does {p} grow at home?', 'What survived the cold in the garden of {p}?'],
    mine: ['What did I plant this year?', 'Which plants survived in my garden?'],
    roundabout: [
      'What am I growing outdoors that does better than expected?',
      'Which vegetables or flowers have I had success with behind the house?',
    ],
    chat: ['Slugs are the true owners of every garden.', 'Rain at last, I need not water anything.'],
  },
  {
    name: 'phobia',
    values: ['moths', 'lifts', 'deep water', 'thunder', 'bridges', 'clowns', 'needles', 'escalators'],
    openers: ['Why did you stay behind at the entrance?', 'You went quite pale back there.'],
    tells: [
      'I never told anybody, but {v} make my knees give way.',
      'It began when I was seven: {v}, and I cannot breathe.',
      'My therapist works with me on {v}; last week I managed ten seconds.',
    ],
    asks: ['What is {p} afraid of?', 'Which fear does {p} have?', 'What scares {p} since childhood?'],
    mine: ['What am I afraid of?', 'Which fear do I work on with my therapist?'],
    roundabout: ['What can scare me out of my wits?', 'There is a thing I would rather run away from than face; do you remember which?'],
    chat: ['Everybody has something that makes no sense.', 'One step at a time is the only way.'],
  },
  {
    name: 'injury',
    values: ['left wrist', 'collarbone', 'right ankle', 'little finger', 'two ribs', 'elbow', 'kneecap', 'big toe'],
    openers: ['Is that a bandage?', 'I heard about the accident, are you all right?'],
    tells: [
      'I slipped on the stairs, and now my {v} is in plaster for six weeks.',
      'The X-ray shows a crack: {v}. No heavy lifting until May.',
      'It is only the {v}, the helmet saved the rest of me.',
    ],
    asks: ['What did {p} injure?', 'Which bone did {p} break?', 'What part of the body did {p} hurt in the fall?'],
    mine: ['Which bone did I break?', 'What did I hurt when I fell?'],
    roundabout: ['What part of my body was damaged in the accident?', 'Why could I not carry anything for a while: what was hurt?'],
    chat: ['Waiting rooms are the same everywhere.', 'Bones need time, there is no trick.'],
  },
  {
    name: 'dish',
    values: [
      'pumpkin gnocchi',
      'a fish curry',
      'buckwheat pancakes',
      'lentil pie',
      'saffron rice',
      'beetroot soup',
      'stuffed aubergines',
      'an onion tart',
    ],
    openers: ['What did you serve in the end?', 'Was the dinner a success?'],
    tells: [
      'I made {v} for eleven people, and the pot came back empty.',
      'My grandmother would laugh at my {v}, but the guests asked for more.',
      'In the end it was {v}, since the oven gave up at five.',
    ],
    asks: ['What did {p} cook for the guests?', 'Which meal did {p} prepare?', 'What food did {p} make for the dinner party?'],
    mine: ['What did I cook for my guests?', 'Which meal did I prepare for the party?'],
    roundabout: ['What did I serve when I had company?', 'I fed a crowd at my place once; what was on the table?'],
    chat: ['Cooking for many is easier than for one.', 'Salt is the answer to most questions in a kitchen.'],
  },
  {
    name: 'wedding',
    values: ['a vineyard', 'the town hall', 'a barn', 'a botanical garden', 'a ship', 'a castle ruin', 'the beach', 'a mountain hut'],
    openers: ['Have you found a place for the big day?', 'When do the invitations go out?'],
    tells: [
      'It is settled, we say yes to each other in {v}, with forty guests.',
      'We booked {v}; my mother wanted a church, but she came round.',
      'The ceremony in {v} was short, windy and perfect.',
    ],
    asks: ['Where did {p} get married?', "What was the venue of {p}'s wedding?", 'Where did the ceremony of {p} take place?'],
    mine: ['Where did I get married?', 'Which venue did we choose for the wedding?'],
    roundabout: [
      'At what location did I become somebody’s spouse?',
      'Where was the celebration held at which my partner and I became husband and wife?',
    ],
    chat: ['Seating plans are diplomacy.', 'The cake decides how people remember it.'],
  },
  {
    name: 'savings',
    values: [
      'a new roof',
      'a sabbatical',
      "her daughter's studies",
      'solar panels',
      'a sailing boat',
      'a second-hand piano',
      'dental work',
      'a film camera',
    ],
    openers: ['Why so thrifty these days?', 'You did not come to the concert, was it the money?'],
    tells: [
      'Every spare coin goes into a jar for {v}.',
      'I put two hundred aside each month, in two years it will pay for {v}.',
      'No more takeaway for me until {v} is paid for.',
    ],
    asks: ['What is {p} saving up for?', 'What does {p} plan to spend the saved money on?', 'Why is {p} cutting expenses?'],
    mine: ['What am I saving money for?', 'Why did I cut my expenses?'],
    roundabout: [
      'What big purchase am I being so frugal for?',
      'There is a reason that I spend so little at the moment; what do I hope to afford?',
    ],
    chat: ['Everything costs more than last year.', 'A budget is a wish with numbers.'],
  },
  {
    name: 'doctor',
    values: [
      'more iron',
      'less coffee',
      'an eye operation',
      'a sleep study',
      'compression stockings',
      'vitamin D',
      'a month of rest',
      'a hearing aid',
    ],
    openers: ['How was the check-up?', 'Did they find out why you are so tired?'],
    tells: [
      'The doctor was friendly and clear: {v}, or it will get worse.',
      'So it will be {v}, my blood values left no choice.',
      'I was told {v} would help, and after two weeks I believe it.',
    ],
    asks: [
      'What did the physician recommend to {p}?',
      'Which treatment was {p} advised to have?',
      "What was the outcome of {p}'s medical check?",
    ],
    mine: ['What did my physician recommend?', 'Which treatment was I advised to have?'],
    roundabout: [
      'What am I supposed to do for my health, according to a professional?',
      'After my last check-up, what was prescribed to me?',
    ],
    chat: ['Health is what one notices when it is gone.', 'Appointments take months now.'],
  },
  {
    name: 'concert',
    values: [
      'The Paper Foxes',
      'Ida and the Tides',
      'Low Harbour',
      'a Balkan brass band',
      'the Velvet Pilots',
      'Grey Meridian',
      'the city choir',
      'Tin Orchard',
    ],
    openers: ['Were you at the open air?', 'Your ears must still be ringing.'],
    tells: [
      'We saw {v} from the second row, I have no voice left.',
      '{v} played two hours without a break, and then came out again.',
      'Somebody had a spare ticket, so I heard {v} for the first time.',
    ],
    asks: ['Which band did {p} see live?', 'What concert did {p} attend?', 'Which group performed when {p} went to a show?'],
    mine: ['Which band did I see live?', 'What show did I go to?'],
    roundabout: ['Which musicians did I go to listen to on a night out?', 'Who was on stage at the last gig I attended?'],
    chat: ['Live music is worth the bad sleep.', 'The queue for drinks was longer than the concert.'],
  },
];
