/** Style sheet of the page at /docs. */
export const DOCS_STYLE = `
:root{--ink:#1c2430;--soft:#5d6b7e;--line:#e3e8ef;--paper:#fff;--panel:#f6f8fb;--accent:#2456c7;--code:#0f1b2d;--codeink:#dbe6f5;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--ink:#dde5ef;--soft:#93a1b5;--line:#2a3443;--paper:#10161f;--panel:#161e2a;--accent:#7ea6ff;--code:#0a0f17;--codeink:#cfdcee}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;font:15px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;color:var(--ink);background:var(--paper);display:grid;grid-template-columns:300px minmax(0,1fr)}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.25rem 1rem 3rem;background:var(--panel);border-right:1px solid var(--line)}
nav .brand{display:block;font-weight:700;font-size:1.1rem;color:var(--ink);margin-bottom:.9rem}
nav .brand small{color:var(--soft);font-weight:400}
nav input{width:100%;padding:.45rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--paper);color:var(--ink);font:inherit;font-size:13px}
nav h2{font-size:11px;letter-spacing:.08em;text-transform:uppercase;color:var(--soft);margin:1.3rem 0 .35rem}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.22rem .4rem;border-radius:5px;color:var(--ink);font-size:13px;line-height:1.35}
nav li a:hover{background:var(--line);text-decoration:none}
nav li a .verb{flex:none;width:4.4em}
main{max-width:1180px;padding:2.5rem 3rem 6rem;width:100%;min-width:0;overflow-wrap:anywhere}
header{max-width:46rem;margin-bottom:2rem}
h1{font-size:2rem;margin:0 0 .6rem;letter-spacing:-.02em}
.tag>h2{font-size:1.35rem;margin:3rem 0 .5rem;padding-bottom:.4rem;border-bottom:2px solid var(--line)}
article{padding:1.6rem 0;border-bottom:1px solid var(--line)}
h3{margin:0;font-size:1.08rem}
h3 .anchor{color:inherit}
h4{margin:1rem 0 .3rem;font-size:12px;text-transform:uppercase;letter-spacing:.06em;color:var(--soft)}
.route{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:.4rem 0}
.route i{color:var(--accent);font-style:normal}
.verb{font-size:11px;font-weight:700;letter-spacing:.03em}
.verb.get{color:#1a7f4b}.verb.post{color:#2456c7}.verb.put{color:#9a6300}.verb.delete{color:#c0322b}
@media(prefers-color-scheme:dark){.verb.get{color:#5fd39a}.verb.post{color:#7ea6ff}.verb.put{color:#e6b45c}.verb.delete{color:#ff8d86}}
.scope{font-size:11px;border:1px solid var(--line);border-radius:99px;padding:0 .6em;color:var(--soft)}
.columns{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:2rem}
.example{position:sticky;top:1rem;align-self:start;margin-top:1rem}
.example pre{margin:0;background:var(--code);color:var(--codeink);border-radius:8px;padding:1rem 1.1rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.6}
.copy{position:absolute;right:.5rem;top:.5rem;border:0;border-radius:5px;background:#ffffff1f;color:#dbe6f5;font:inherit;font-size:11px;padding:.15rem .55rem;cursor:pointer}
.copy:hover{background:#ffffff38}
table{border-collapse:collapse;width:100%}
td{border-top:1px solid var(--line);padding:.4rem .7rem .4rem 0;vertical-align:top;font-size:13px}
td:not(:last-child){overflow-wrap:normal}
td p{margin:0}
.fields{list-style:none;margin:.2rem 0;padding-left:.9rem;border-left:2px solid var(--line)}
.fields li{padding:.18rem 0;font-size:13px}
.field{font-weight:600}
.required{color:#c0322b;margin-left:1px}
.type{color:var(--soft);font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:12px}
.bound{color:var(--soft);font-size:12px}
.about{display:block;color:var(--soft)}
.or{margin:.3rem 0;color:var(--soft);font-size:12px;font-style:italic}
details{margin:.35rem 0}
summary{cursor:pointer;font-size:14px}
.schema{border:1px solid var(--line);border-radius:8px;padding:.5rem .9rem;margin:.5rem 0;background:var(--panel)}
[hidden]{display:none!important}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media(max-width:1000px){.columns{grid-template-columns:minmax(0,1fr);gap:0}.example{position:relative;top:0}}
@media(max-width:760px){body{display:block}nav{position:static;height:auto;max-height:45vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1.5rem 1.1rem 4rem}}
`;

/** Script that filters the menu, opens link targets and copies a curl line. The page is readable without it. */
export const DOCS_SCRIPT = `
const filter=document.getElementById('filter');
filter.addEventListener('input',()=>{const words=filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
for(const line of document.querySelectorAll('nav li[data-find]'))line.hidden=!words.every(word=>line.dataset.find.includes(word));
for(const list of document.querySelectorAll('nav ul'))list.previousElementSibling.hidden=!list.querySelector('li:not([hidden])')});
document.addEventListener('keydown',event=>{if(event.key==='/'&&document.activeElement!==filter){event.preventDefault();filter.focus()}});
const open=()=>{const target=location.hash&&document.getElementById(location.hash.slice(1));if(target&&target.tagName==='DETAILS')target.open=true};
addEventListener('hashchange',open);open();
for(const button of document.querySelectorAll('.copy'))button.addEventListener('click',async()=>{await navigator.clipboard.writeText(button.nextElementSibling.textContent);button.textContent='copied';button.addEventListener('pointerleave',()=>{button.textContent='copy'},{once:true})});
`;
