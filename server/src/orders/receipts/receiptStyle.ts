/** The look of HTML receipts: the page's colours, in both themes, without any other file. */
export const STYLE = `:root{color-scheme:light dark;--ground:#f7f4ec;--rule:#e2dccb;--ink:#14161b;--ink-2:#5a5f6b;--brand:#2a3bd6;--good:#066b46;--good-wash:#dcefe4;--wrong:#b3261e;--wrong-wash:#f8dfdc;--open:#7a4e00;--open-wash:#f6e8c8;--well:#efeadd}
@media (prefers-color-scheme:dark){:root{--ground:#0c0e12;--rule:#262b35;--ink:#f2efe7;--ink-2:#a2a8b4;--brand:#93a2ff;--good:#3bd391;--good-wash:#10291f;--wrong:#ff8a8e;--wrong-wash:#331a1d;--open:#e6b450;--open-wash:#2e2614;--well:#1d2129}}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:15px/1.55 "IBM Plex Sans",system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans Arabic","Noto Sans CJK SC",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:42rem;margin:0 auto;padding:28px 20px 56px}
.mark{font-weight:600;color:var(--brand)}
h1{font-size:24px;line-height:1.25;font-weight:600;margin-top:14px}
.sub{color:var(--ink-2)}
h2{font-size:15px;font-weight:600;padding-bottom:8px}
section{margin-top:28px}
section p+p{margin-top:8px}
#verdict{margin-top:20px;border-radius:16px;padding:16px 18px;background:var(--open-wash)}
#verdict-title{font-size:19px;font-weight:600;color:var(--open)}
#verdict[data-is=holds]{background:var(--good-wash)}
#verdict[data-is=holds] #verdict-title{color:var(--good)}
#verdict[data-is=broken]{background:var(--wrong-wash)}
#verdict[data-is=broken] #verdict-title{color:var(--wrong)}
#verdict-detail{font-size:13.5px;margin-top:4px}
ul{list-style:none;padding:0;border-top:1px solid var(--rule)}
li{border-bottom:1px solid var(--rule);padding:9px 0;font-size:13.5px;overflow-wrap:anywhere}
li b{display:block;font-size:12.5px;font-weight:600}
li[data-is=done] b{color:var(--good)}
li[data-is=later] b{color:var(--open)}
li[data-is=failed] b{color:var(--wrong)}
dt{font-size:12.5px;color:var(--ink-2);margin-top:8px}
dd,code{font:12.5px/1.5 "IBM Plex Mono",ui-monospace,monospace;overflow-wrap:anywhere}
[dir=rtl] dd{text-align:right}
code{display:block;background:var(--well);border-radius:10px;padding:10px 14px}`
