/** Operators who keep the overview open: each makes the page's calls at the page's pace. Runs in a separate process. */

export interface Watch {
  url: string
  /** The session cookie of each operator. */
  cookies: string[]
}

/** Number of answers, and failures; reported after the first call and at the end. */
export interface Watched {
  answers: number
  failures: number
}

/** Calls of the overview and its surroundings, with their pace in ms (`console/src/screens/overview`, `gate`). */
const CALLS: readonly (readonly [path: string, everyMs: number])[] = [
  ['overview', 2_000],
  ['exposure', 2_000],
  ['queues', 2_000],
  ['session', 900],
]

const told: Watched = { answers: 0, failures: 0 }

process.on('message', (watch: Watch) => {
  for (const cookie of watch.cookies)
    for (const [path, everyMs] of CALLS)
      setTimeout(() => ask(watch.url, cookie, path, everyMs), Math.random() * everyMs)
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.send?.(told, () => process.exit(0)))

function ask(url: string, cookie: string, path: string, everyMs: number): void {
  const headers = { 'x-app': '1', 'x-background': '1', cookie }
  void fetch(new URL(`/api/console/${path}`, url), { headers })
    .then(async (response) => {
      await response.text()
      if (response.status === 200) told.answers++
      else told.failures++
    })
    .catch(() => told.failures++)
    .then(() => {
      if (told.answers + told.failures === 1) process.send?.(told)
    })
  setTimeout(() => ask(url, cookie, path, everyMs), everyMs)
}
