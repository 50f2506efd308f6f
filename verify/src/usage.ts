/** The command's arguments, and the meaning of its exit codes. */
export const USAGE = `Usage:
  node verify.mjs receipt.html|receipt.json [--keys config.json] [--log log.json] [--owner 0x…] [--site host]
                  [--policy policy.txt [--url https://house.example]] [--json]
  node verify.mjs day reveal.json [--log log.json]... [--json]
  node verify.mjs fork.json [--keys config.json] [--json]
  node verify.mjs contradiction.json [--keys config.json] [--json]
  node verify.mjs exits.json [--keys config.json] [--json]
  node verify.mjs promise.json|refusal.json|closing.json|hosting.json [--owner 0x…] [--site host]
                  [--receipt other.json] [--keys config.json] [--policy policy.txt --url https://house.example] [--json]
  node verify.mjs withdrawal.json [--owner 0x…] [--site host] [--receipt other.json] [--keys config.json]
                  [--log end.json | --url https://house.example [--full]] [--policy policy.txt] [--json]
  node verify.mjs address.json [--owner 0x…] [--receipt other.json] [--keys config.json]
                  [--policy policy.txt [--url https://house.example]] [--json]
  node verify.mjs balances.json [--owner 0x…] [--keys config.json] [--policy policy.txt [--url https://house.example]] [--json]
  node verify.mjs loan.json [--owner 0x…] [--site host] [--json]
  node verify.mjs yield day.json|2026-11-21 [--url https://house.example [--full] [--policy policy.txt]]
                  [--line ticket.json] [--keys config.json] [--json]
  node verify.mjs record 2026-11-21 --url https://house.example [--full [--from-start]] [--receipt receipt.json]
                  [--keys config.json] [--policy policy.txt] [--json]

Decides an order again from its receipt, draws a revealed day of the simulated market again, checks evidence that a log's
key has signed two histories or two answers that cannot both be true, the house's promise of an order, its refusal, its
answer to an early close, its statement about a hosting order, its promise of a withdrawal, its word whose a deposit address is, what it said that it owed
an account, early exits that took too much, a signed loan agreement, or a day of the arbitrage programme. Works offline; only with --url it reads the house: \`record\` to recompute a
day of the house's record, \`yield\` for the file of a day, the promise of a withdrawal for its place in the log and how it ended, all of them for its newest
head with signatures of witnesses.
  --keys   the published keys: /config.json; after a change of the log's keys, an answer of /api/getLogHead, which has the earlier ones
  --log    a stretch of the public log: an answer of /api/getLog; of a withdrawal, /log/withdrawal/ and the number of its promise
  --owner  the wallet's address whose order, withdrawal, deposit address, balances or loan it is
  --site   the host of the house's page, such as tickmark.example: the owner must have signed for it
  --policy  the witnesses that you trust (C2SP tlog-policy): enough of them must have signed a later head of the same log
  --full   reads the log of the day: decides each order of a record again, and looks whether one was left out; of a yield,
           whether the log has another of the same day; of a withdrawal, every entry since the promise: whether none ends it
  --from-start  reads every entry of the log before the day, too: whether rules were left out at any time, a withdrawal ended twice,
           or two by one transaction, and whether the record's withdrawals took as long as the log says
  --receipt  a receipt or another file of the house about the same order: whether it has signed what contradicts the first one;
           of an order of the day, or a refusal of the day before: whether it is in the record
  --line   the ticket of your hosting order: whether the day has its line as the ticket says
  --json   the report as data
Exit code: 0 it holds, 1 it is broken, 2 a file cannot be read, 3 it is not proven. Evidence that holds (0) convicts
the key's owner; evidence that is broken (1) proves nothing. A promise or an answer that a receipt contradicts ends with 1.`
