/** English words without a topic, and fragments of contractions. Words of other languages pass through. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against ain all also am an and any are aren as at be because been before being below between both but by ' +
    'can cannot could couldn d did didn do does doesn doing don done down during each either else ever every few for from further get gets got ' +
    'had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just let ll ' +
    'm many me might mightn more most much must mustn my myself needn neither no nor not now o of off on once only or other our ours ' +
    'ourselves out over own per quite rather re s same shall shan she should shouldn so some such t than that the their theirs them themselves ' +
    'then there these they this those through to too under until up upon us ve very was wasn we were weren what when where whether which while ' +
    'who whom whose why will with within without won would wouldn y yes yet you your yours yourself yourselves'
  ).split(' '),
);
