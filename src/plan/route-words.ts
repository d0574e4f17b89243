// The words by which an input shows that it wants several steps, in English, Chinese and Serbian (both scripts, with and
// without diacritics: it is folded to plain Latin before it is compared). Data only.

/** Things to do, one group a meaning; counted where a clause begins. */
export const englishActions: readonly string[] = [
  'add|introduce|include',
  'create|make|generate|scaffold',
  'write|draft',
  'implement|build|develop|code',
  'refactor|restructure|rework|rewrite|clean up',
  'migrate|port|convert|translate|upgrade|switch',
  'fix|repair|debug|solve|resolve',
  'update|change|modify|adapt|adjust|edit|extend',
  'remove|delete|drop',
  'rename|move|extract|split|merge|replace',
  'test|cover',
  'run|execute|start|verify|check|validate|benchmark|measure|profile',
  'document|describe',
  'deploy|release|publish|ship',
  'install|configure|set up|integrate|connect|wire',
  'read|analyse|analyze|investigate|review|audit|inspect|compare|find|search|look',
  'summarise|summarize|report|list',
  'optimise|optimize|improve|speed up',
];

/** Looked for anywhere: Chinese has no blanks between words. */
export const chineseActions: readonly string[] = [
  '添加|增加|加上|新增|加入|引入',
  '创建|新建|生成|搭建|建立',
  '编写|写一|写个|撰写|写出|补充',
  '实现|开发|构建|做一个',
  '重构|重写|整理',
  '迁移|转换|升级|切换|移植|改成|改为',
  '修复|解决|调试|修正',
  '更新|修改|调整|扩展|编辑',
  '删除|移除|去掉|去除',
  '重命名|移动|拆分|提取|合并|替换|抽取',
  '测试|覆盖',
  '运行|执行|验证|检查|校验',
  '文档',
  '部署|发布|上线',
  '安装|配置|集成|接入|设置',
  '分析|阅读|读取|审查|对比|比较|调研|查找|搜索',
  '总结|汇总|列出',
  '优化|改进|提升',
];

/** Stems of imperatives and infinitives, folded. */
export const serbianActions: readonly string[] = [
  'doda(j(te)?|s|mo)|dodati|uvedi(te)?|uvesti|ubaci(te)?',
  'napravi(te|ti|s|mo)?|kreira(j(te)?|s|mo)|kreirati|generisi(te)?',
  'napisi(te)?|napisati|sastavi(te|ti|s|mo)?',
  'implementira(j(te)?|s|mo)|implementirati|razvij(te)?|izgradi(te|ti|s|mo)?',
  'refaktorisi(te)?|refaktorisati|preuredi(te|ti|s|mo)?|prepravi(te|ti|s|mo)?',
  'prebaci(te|ti|s|mo)?|migrira(j(te)?|s|mo)|migrirati|konvertuj(te)?|pretvori(te|ti|s|mo)?|nadogradi(te|ti|s|mo)?',
  'popravi(te|ti|s|mo)?|ispravi(te|ti|s|mo)?|resi(te|ti|s|mo)?',
  'izmeni(te|ti|s|mo)?|promeni(te|ti|s|mo)?|azurira(j(te)?|s|mo)|azurirati|prilagodi(te|ti|s|mo)?|prosiri(te|ti|s|mo)?',
  'obrisi(te)?|obrisati|ukloni(te|ti|s|mo)?|izbaci(te|ti|s|mo)?',
  'preimenuj(te)?|preimenovati|premesti(te|ti|s|mo)?|podeli(te|ti|s|mo)?|izdvoj(te|iti)?|zameni(te|ti|s|mo)?|spoji(te|ti|s|mo)?',
  'testira(j(te)?|s|mo)|testirati|pokrij(te)?',
  'pokreni(te)?|pokrenuti|proveri(te|ti|s|mo)?|izvrsi(te|ti|s|mo)?|izmeri(te|ti|s|mo)?',
  'dokumentuj(te)?|dokumentovati|opisi(te)?|opisati',
  'objavi(te|ti|s|mo)?|postavi(te|ti|s|mo)?|isporuci(te|ti|s|mo)?',
  'instalira(j(te)?|s|mo)|instalirati|podesi(te|ti|s|mo)?|konfigurisi(te)?|povezi(te)?|povezati|integrisi(te)?',
  'procita(j(te)?|s|mo)|procitati|analizira(j(te)?|s|mo)|analizirati|pregleda(j(te)?|s|mo)|pregledati|uporedi(te|ti|s|mo)?|pronadji(te)?|pronadi(te)?|nadji(te)?|potrazi(te)?',
  'sazmi(te)?|sumira(j(te)?|s|mo)|izvesti(te)?|nabroj(te)?',
  'optimizuj(te)?|optimizovati|poboljsa(j(te)?|s|mo)|poboljsati|ubrza(j(te)?|s|mo)',
];

/** Words that put steps in an order. */
export const sequenceWords: readonly RegExp[] = [
  /\bfirst(ly)?\b|\bto begin with\b|\bstart by\b/,
  /\bthen\b/,
  /\bafter (that|this|which)\b|\bafterwards?\b|\bonce (that|this|it|they)\b/,
  /\bnext\b(?! (time|to|week|month|year)\b)|\bsecond(ly)?,|\bthird(ly)?,/,
  /\bfinally\b|\blastly\b|\bat the end\b|\bin the end\b/,
  /\bstep \d|\bin (several|multiple|\d+) steps\b/,
  /首先|第一步|先(?!生|前|进)/,
  /然后|接着|随后|再(?!见|次|一次)/,
  /之后|第二步|第三步|以后/,
  /最后|最终|最后一步/,
  /\bprvo\b|\bnajpre\b|\bprvi korak\b/,
  /\bzatim\b|\bpotom\b|\bonda\b/,
  /\bnakon toga\b|\bposle toga\b|\bkada to\b|\bkad to\b/,
  /\bna kraju\b|\bkonacno\b|\bnaposletku\b/,
];

/** Work that is large by its own word. */
export const largeWords =
  /\b(whole|entire) (project|code ?base|repo(sitory)?|app(lication)?|module|system)\b|\bfrom scratch\b|\bend[- ]to[- ]end\b|\bacross (all|every|the whole)\b|\bevery (file|module|package|service)\b|\ball (the )?(files|modules|packages|services|endpoints|tests)\b|整个(项目|代码库|系统|应用|模块|仓库)|从零|从头|所有(的)?(文件|模块|接口|服务|测试)|全部(文件|模块|接口)|\b(ceo|celu|celi|cijeli|celokupan|citav|citavu) (projekat|projekt|aplikaciju|kod|sistem|modul|repozitorijum)\b|\bod nule\b|\b(sve|svim|svih|svaki|svaku) (fajlove|fajlovima|fajlova|datoteke|module|modulima|servise|testove|fajl|modul)\b/;

/** The person asks for a plan, or for steps, in so many words. */
export const planWords =
  /\b(make|create|draw up|write|propose|come up with|work out) (me )?(a|an|the) (\w+ )?plan\b|\bplan (out|and (then )?(execute|implement|do|carry))\b|\bstep[- ]by[- ]step\b|\bbreak (it|this|that) (down|up)\b|(制定|做个|做一个|写个|给出|列出)[^。，]{0,6}(计划|规划|方案)|分步骤?|一步一步|逐步(完成|实现|进行)|按步骤|\b(napravi|sastavi|napisi|predlozi)(te)? (mi )?(\w+ )?plan\b|\bkorak po korak\b|\bu (vise|nekoliko) koraka\b/;

/** What begins a question, after greetings. */
export const questionStarts =
  /^(what|whats|what's|why|how|where|when|who|whose|which|is|are|was|were|does|do|did|has|have|am|should|explain|tell me|show me|describe how|can (i|we|one|it|this|that)|could (i|we|it|this|that)|would (it|this|that)|will|any idea|i wonder|do you)\b|^(什么|为什么|为何|怎么|怎样|如何|哪|谁|是否|是不是|有没有|请问|解释|说明一下|介绍|讲讲|告诉我)|^(sta|sto|zasto|kako|gde|gdje|kada|kad|ko|koji|koja|koje|koliko|cemu|da li(?! (mozes|mozete|biste?|bi mogao|bi mogla))|jel|je li|objasni(te)?|reci|recite|kazi|ima li|postoji li|moze li)\b/;

/** Politeness before a request; what follows is looked at as if it stood alone. */
export const politeStarts =
  /^((please|hi|hello|hey|ok|okay|so|now|well)[,!. ]+|(can|could|would|will) you( please)?( help me( to)?)? |i (want|need|would like|'d like) (you )?to |i'd like (you )?to |let's |let us |help me( to)? |we (need|have) to |(请问)?(你)?(能不能|能否|可以|可不可以)(请)?(你)?(帮我|帮忙)?|请(你)?(帮我|帮忙)?|帮我|帮忙|麻烦(你)?|我(想|要|需要)(让)?(你)?|(molim( te| vas)?|zdravo|cao|hej|ok|e)[,!. ]+|da li (mozes|mozete|biste?|bi mogao|bi mogla) (li )?(da )?|mozes li (da )?|mozete li (da )?|treba da |hocu da |zelim da |hajde da )/;

/** What ends a question. */
export const questionEnds = /[?？]\s*$|(吗|呢|么)[。.!！]?\s*$/;
