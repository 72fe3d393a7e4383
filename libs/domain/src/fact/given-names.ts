/** Frequent given names: somebody who leaves "for Tom" leaves for a person. A firm may be called by one, which is then not read. */
export const GIVEN_NAME = [
  'Aaron|Adam|Alan|Alex|Alexander|Alice|Amy|Andrea|Andreas|Andrew|Andy|Angela|Ann|Anna|Anne|Anton|Antonio|Ben|Benjamin',
  'Bernd|Betty|Bill|Bob|Brian|Carl|Carla|Carlos|Carmen|Carol|Caroline|Catherine|Charles|Charlie|Charlotte|Chloe|Chris',
  'Christian|Christine|Claire|Clara|Claudia|Dan|Daniel|David|Diana|Diego|Dominik|Elena|Elizabeth|Ella|Ellen|Emily|Emma|Eric',
  'Erik|Eva|Eve|Felix|Frank|François|Fred|Gary|George|Georg|Giulia|Grace|Greta|Hanna|Hannah|Hans|Harry|Heidi|Helen|Henry',
  'Hugo|Ian|Ida|Ingrid|Isabel|Ivan|Jack|Jacob|Jakob|James|Jan|Jane|Jason|Jean|Jeff|Jen|Jenny|Jens|Jessica|Jim|Joan|Joe',
  'Johan|John|Jonas|Jonathan|Jordan|Jose|José|Joseph|Josh|Juan|Julia|Julie|Justin|Karen|Karl|Kate|Katie|Kevin|Kim|Klaus',
  'Lara|Laura|Lea|Lena|Leo|Leon|Linda|Lisa|Liz|Louis|Louise|Luca|Lucas|Lucy|Luis|Luisa|Lukas|Maria|María|Marie|Mario|Mark',
  'Marta|Martha|Martin|Mary|Matt|Matthew|Max|Melissa|Mia|Michael|Michelle|Miguel|Mike|Mohammed|Nadia|Nancy|Natalie|Nick',
  'Nicole|Nina|Noah|Nora|Olaf|Oliver|Olivia|Oscar|Pablo|Pat|Paul|Paula|Pedro|Peter|Petra|Phil|Philip|Pierre|Priya|Rachel',
  'Rebecca|Richard|Rob|Robert|Rosa|Ruth|Ryan|Sabine|Sam|Samuel|Sandra|Sara|Sarah|Sergio|Simon|Sofia|Sofie|Sophia|Sophie',
  'Stefan|Stephanie|Stephen|Steve|Susan|Sven|Teresa|Thomas|Tim|Tina|Tobias|Tom|Tomas|Tomasz|Tony|Ulrike|Uwe|Vera|Victor',
  'Victoria|Walter|Will|William|Wolfgang|Yasmin|Zoe',
].join('|');
