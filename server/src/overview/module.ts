import { assert } from '@tickmark/core/assert'
import { MOST_SEARCH, operatorOverviewRoutes, type Overview } from '@tickmark/wire/routes/operators/overview'
import { operatorPeopleRoutes, PERSON_COUNTS, type Person } from '@tickmark/wire/routes/operators/people'
import type { Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { Answers } from '../http/calls/context.ts'
import { routesOf } from '../http/calls/mount.ts'
import { Refused } from '../http/calls/refused.ts'
import type { ConsolePart, PersonParts } from '../module/consolePart.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { sharedFor } from '../module/sharedFor.ts'

/** Minimum interval between reads of the house's state, however many operators watch. Pages poll at this interval. */
const LIFE_MS = 2_000
/** Incidents change rarely, and take longer to find. */
const INCIDENTS_LIFE_MS = 5_000
/** Maximum incidents and hits in an answer. */
const MOST_INCIDENTS = 500
const MOST_HITS = 20

const { consoleUser } = operatorPeopleRoutes

interface OverviewPorts {
  /** All modules' parts of the operators' console. */
  parts: readonly ConsolePart[]
}

/** The house and its users as operators see them, assembled from the parts of all modules. It knows no module itself. */
export function openOverview({ database, clock }: Runtime, { parts }: OverviewPorts): Module {
  const { db } = database
  return {
    name: 'overview',
    operatorRoutes: [
      routesOf(operatorOverviewRoutes, overviewAnswers({ db, clock, parts })),
      routesOf(
        { consoleUser },
        {
          consoleUser: ({ userId }, { nowMs }) =>
            transact(db, (tx) => personFrom(parts, (part) => part.person?.(tx, userId, nowMs)), {
              isolation: 'repeatable read',
            }),
        },
      ),
    ],
  }
}

interface OverviewDeps extends OverviewPorts, Pick<Runtime, 'clock'> {
  db: Reader
}

function overviewAnswers({ db, clock, parts }: OverviewDeps): Answers<typeof operatorOverviewRoutes> {
  const overview = sharedFor(clock, LIFE_MS, async (nowMs) => {
    const all = await Promise.all(parts.map(async (one) => one.overview?.(db, nowMs)))
    return { asOf: nowMs, ...wholeOverview(Object.assign({}, ...all) as Partial<Overview>) }
  })
  const queues = sharedFor(clock, LIFE_MS, async (nowMs) => {
    const all = await Promise.all(parts.map(async (one) => one.queues?.(db, nowMs)))
    const shown = all.flatMap((list = []) => list)
    return {
      asOf: nowMs,
      queues: shown.map(({ name, waiting, oldestAtMs }) => ({ name, waiting, oldestAt: oldestAtMs })),
    }
  })
  const incidents = sharedFor(clock, INCIDENTS_LIFE_MS, async (nowMs) => {
    const all = await Promise.all(parts.map(async (one) => one.incidents?.(db, nowMs)))
    const list = all.flatMap((some = []) => some).toSorted((one, other) => other.since - one.since)
    return { asOf: nowMs, list: list.slice(0, MOST_INCIDENTS) }
  })
  return {
    consoleOverview: () => overview(),
    consoleQueues: () => queues(),
    consoleIncidents: () => incidents(),
    async consoleSearch({ text }) {
      const wanted = text.trim()
      if (wanted.length > MOST_SEARCH) throw new Refused('search_too_long', { most: String(MOST_SEARCH) })
      if (wanted === '' || !/^\P{Cc}*$/u.test(wanted)) return { hits: [] }
      const all = await Promise.all(parts.map(async (one) => one.search?.(db, wanted)))
      return { hits: all.flatMap((some = []) => some).slice(0, MOST_HITS) }
    },
  }
}

/** Every part has its module; a missing one is a composition error. */
function wholeOverview(found: Partial<Overview>): Overview {
  const { feed, log, auditor, signer, chains, engine, bankroll, orders, loans } = found
  assert(feed && log && auditor && chains && bankroll && orders && loans, 'every part has its module')
  assert(signer !== undefined && engine !== undefined, 'every part has its module')
  return { feed, log, auditor, signer, chains, engine, bankroll, orders, loans }
}

/** A user from the parts of all modules, read one after the other in one snapshot. */
async function personFrom(
  parts: readonly ConsolePart[],
  read: (part: ConsolePart) => Promise<PersonParts> | undefined,
): Promise<Person> {
  const found: PersonParts = {}
  const counted: NonNullable<PersonParts['counts']> = {}
  for (const part of parts) {
    const { counts, ...rest } = (await read(part)) ?? {}
    Object.assign(found, rest)
    Object.assign(counted, counts)
  }
  const { user, books, sessions, ownLimits, protection } = found
  if (!user) throw new Refused('user_unknown')
  assert(books && sessions && ownLimits && protection, 'every part has its module')
  const counts = PERSON_COUNTS.map((name) => ({ name, count: counted[name] ?? 0 }))
  return { user, books, sessions, ownLimits, protection, counts }
}
