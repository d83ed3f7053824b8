/** The style sheet of the HTML report: system fonts, light and dark from the reader's preference, fit for print. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1b1f27; --soft: #5b6472; --line: #e2e5ea; --well: #f3f4f7; --accent: #2456c8;
  --pass: #17743c; --pass-bg: #e3f5e9; --fail: #b42324; --fail-bg: #fdeaea; --warn: #8a5200; --warn-bg: #fdf1dc; --idle: #5b6472; --idle-bg: #eceef2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101318; --card: #181c23; --ink: #e6e9ee; --soft: #98a2b0; --line: #2a303a; --well: #11151b; --accent: #86aaff;
    --pass: #6fd394; --pass-bg: #14301f; --fail: #ff8f8b; --fail-bg: #3a1a1c; --warn: #f2bd6b; --warn-bg: #352712; --idle: #98a2b0; --idle-bg: #232932;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 40px 24px 64px; }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 13px; }
h1 { font-size: 26px; line-height: 1.25; margin: 10px 0 4px; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 40px 0 12px; font-weight: 650; }
h2 .count { color: var(--soft); font-weight: 400; margin-left: 6px; }
p { margin: 0; }
.eyebrow { display: flex; align-items: center; gap: 10px; color: var(--soft); font-size: 14px; }
.eyebrow strong { color: var(--ink); letter-spacing: -0.01em; }
.lead { color: var(--soft); }
.pill { display: inline-block; padding: 1px 9px; border-radius: 999px; font-size: 12px; font-weight: 650; letter-spacing: 0.03em; white-space: nowrap; }
.pass { color: var(--pass); background: var(--pass-bg); }
.fail, .error, .crash { color: var(--fail); background: var(--fail-bg); }
.timeout { color: var(--warn); background: var(--warn-bg); }
.skipped, .not_run { color: var(--idle); background: var(--idle-bg); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.facts { display: flex; flex-wrap: wrap; margin: 22px 0 0; overflow: hidden; gap: 1px; background: var(--line); }
.facts div { flex: 1 1 130px; background: var(--card); padding: 12px 16px; }
.facts dt { color: var(--soft); font-size: 13px; }
.facts dd { margin: 2px 0 0; font-weight: 600; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.command { display: flex; align-items: center; gap: 12px; background: var(--well); border: 1px solid var(--line); border-radius: 8px; padding: 7px 7px 7px 14px; }
.command code { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.command code span { display: inline-block; max-width: 100%; }
.command + .command { margin-top: 8px; }
.command .label { color: var(--soft); font-size: 13px; min-width: 44px; }
.reproduce { margin-top: 16px; padding: 16px; }
.reproduce > p { margin-bottom: 8px; font-weight: 600; }
button { font: inherit; font-size: 13px; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 3px 12px; cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--accent); color: var(--accent); }
button:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.notice { margin-top: 16px; padding: 14px 16px; border-radius: 10px; background: var(--warn-bg); color: var(--warn); overflow-wrap: anywhere; }
.notice p + p { margin-top: 4px; color: var(--ink); }
.finding { padding: 16px; }
.finding + .finding { margin-top: 12px; }
.finding header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; }
.finding h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
.finding .print { color: var(--soft); margin-left: auto; font-size: 13px; }
.message { margin-top: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
.place { margin-top: 6px; color: var(--accent); overflow-wrap: anywhere; }
.details { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 16px; margin: 12px 0 0; padding: 12px 14px; background: var(--well); border-radius: 8px; }
.details dt { color: var(--soft); font-size: 13px; line-height: 1.6; }
.details dd { margin: 0; }
.details pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.6; }
.note { color: var(--soft); font-size: 13px; margin: 0 0 8px; }
.plot { padding: 16px; }
.plot svg { display: block; width: 100%; height: auto; font-size: 10px; fill: var(--soft); }
.plot .grid { stroke: var(--line); fill: none; }
.plot .stroke { stroke: var(--accent); stroke-width: 2; fill: none; }
.plot .dot, .plot .bar { fill: var(--accent); fill-opacity: 0.75; }
.plot .bad { fill: var(--fail); }
.plot .name { fill: var(--ink); }
.story { font-size: 13px; }
.story td { border: 0; padding: 3px 16px; overflow-wrap: anywhere; min-width: 90px; }
.story td.num { color: var(--soft); white-space: nowrap; width: 1%; }
.story td + td { border-left: 1px solid var(--line); }
.story .good { color: var(--pass); background: none; }
.story .bad { color: var(--fail); font-weight: 600; }
.story .fault { color: var(--warn); font-weight: 600; }
.story .quiet { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: 13px; padding: 10px 16px; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { padding: 10px 16px; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td.num, th.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td .sub { color: var(--soft); overflow-wrap: anywhere; }
td .sub ~ .command { margin-top: 8px; }
td .whole { white-space: nowrap; }
section > .facts { margin-top: 0; }
section > .details { margin-top: 0; padding: 14px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
section > .place { margin: 6px 0 12px; }
tr.suite td { background: var(--well); color: var(--soft); font-size: 13px; padding: 6px 16px; }
.compare { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 12px; margin-top: 12px; }
.compare figure { margin: 0; padding: 14px 16px; min-width: 0; }
.compare figcaption { font-size: 13px; font-weight: 600; margin-bottom: 6px; }
.compare pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.expected figcaption { color: var(--pass); }
.actual figcaption { color: var(--fail); }
.message, .details pre, .compare pre, td .sub { max-height: 26em; overflow-y: auto; }
footer { margin-top: 48px; color: var(--soft); font-size: 13px; }
@media (max-width: 640px) {
  main { padding: 24px 14px 48px; }
  .scroll table:not(.cases) { min-width: 680px; }
  .cases thead { display: none; }
  .cases tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--line); }
  .cases tr:last-child { border-bottom: 0; }
  .cases td { display: block; border: 0; padding: 2px 16px; }
  .cases td.num { display: inline-block; text-align: left; color: var(--soft); }
  .plot { overflow-x: auto; }
  .plot svg { min-width: 620px; }
  .details { grid-template-columns: minmax(0, 1fr); gap: 2px; }
  .details dd { margin-bottom: 8px; }
}
@media print {
  body { background: none; }
  main { max-width: none; padding: 0; }
  button { display: none; }
  .message, .details pre, .compare pre, td .sub { max-height: none; }
  .card, .finding, tr { break-inside: avoid; }
}
`;
