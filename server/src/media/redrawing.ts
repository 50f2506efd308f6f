import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Refused } from '../http/calls/refused.ts'
import type { Log } from '../platform/log.ts'
import type { FileOwner } from './files.ts'
import { fairTurns, type TurnLimits } from './fairTurns.ts'
import { plainJpegSize } from './jpegSize.ts'
import { plainPngSize } from './pngSize.ts'
import type { Drawn } from './store.ts'

/** Redraws untrusted pictures, each in its own process. */
export interface Redrawing {
  /**
   * The picture as our own, by default a JPEG. Refuses `picture_invalid`, and `busy` when the queue is full or this one
   * took too long. An owner's pictures are drawn one after another, and operators' do not wait for users'.
   */
  redraw(picture: Buffer, owner: FileOwner, form?: Form): Promise<Drawn>
  /** Whether a picture shows a single colour; refuses as `redraw` does. */
  isOneColour(picture: Buffer, owner: FileOwner): Promise<boolean>
  /** Kills the running processes, and refuses waiting pictures. */
  stop(): void
}

/** A photo is a JPEG, a drawing a PNG with its transparency, and a marked copy a JPEG with a text all over it. */
export type Form = 'photo' | 'drawing' | { mark: string }

export interface RedrawingLimits extends TurnLimits {
  /** Time limit in ms for drawing; CPU time is limited separately, in the child process. */
  drawMs: number
}

/** Waiting plus drawing stays below the 20 s after which the server closes a silent connection. */
const STANDARD: RedrawingLimits = {
  most: 2,
  mostWaiting: 24,
  mostOwn: 6,
  drawMs: 10_000,
  waitMs: 8_000,
}
/** Operators' pictures redrawn at once, besides users': nobody can fill their queue. */
const OPERATORS_AT_ONCE = 1
/** Maximum size of a redrawn picture; 1,024 pixels square of noise are under 2 MB. */
const MOST_DRAWN = 4 * 1024 * 1024

/** The program that redraws; exit code 2 means that the picture is invalid. */
const PROGRAM = join(import.meta.dirname, 'redraw.ts')
const BAD_PICTURE = 2

export function createRedrawing(log: Log, limits: RedrawingLimits = STANDARD, program = PROGRAM): Redrawing {
  const running = new Set<Child>()
  const users = fairTurns(limits)
  const operators = fairTurns({ ...limits, most: OPERATORS_AT_ONCE })
  const run = async (picture: Buffer, owner: FileOwner, wanted: string) => {
    if (!isPicture(picture)) throw new Refused('picture_invalid')
    const [turns, name] = 'user' in owner ? [users, String(owner.user)] : [operators, owner.operator]
    return turns.take(name, () => draw(picture, { program, wanted, running, drawMs: limits.drawMs, log }))
  }
  return {
    async redraw(picture, owner, form = 'photo') {
      const wanted = typeof form === 'string' ? form : `marked ${form.mark}`
      return drawnOf(await run(picture, owner, wanted), form === 'drawing' ? plainPngSize : plainJpegSize)
    },
    isOneColour: async (picture, owner) => (await run(picture, owner, 'look'))[0] === 1,
    stop() {
      users.stop()
      operators.stop()
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** Decides by the first bytes; the name and content type do not matter. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('hex', 0, 8)
  return head.startsWith('ffd8ff') || head === '89504e470d0a1a0a'
}

type Child = ChildProcessByStdio<Writable, Readable, null>

interface Drawing {
  program: string
  /** The line before the picture. */
  wanted: string
  running: Set<Child>
  drawMs: number
  log: Log
}

function draw(picture: Buffer, { program, wanted, running, drawMs, log }: Drawing): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // An empty environment, so that the child knows none of the server's secrets.
  const child = spawn(process.execPath, ['--max-old-space-size=128', program], {
    cwd: import.meta.dirname,
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let isLate = false
  // Attached first: if spawning fails, the child has no streams.
  child.on('error', (thrown) => {
    log.warn('no process could be started for a picture', { reason: thrown.message })
    reject(new Refused('busy'))
  })
  if (child.pid === undefined) return promise
  running.add(child)
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, drawMs)
  const parts: Buffer[] = []
  let length = 0
  child.stdout.on('data', (part: Buffer) => {
    length += part.length
    if (length <= MOST_DRAWN) parts.push(part)
    else child.kill('SIGKILL')
  })
  // A child that exits before reading everything closes the pipe; its exit code tells why.
  child.stdin.on('error', () => {})
  child.once('close', (code, signal) => {
    clearTimeout(timer)
    running.delete(child)
    if (code === 0) return resolve(Buffer.concat(parts))
    if (signal !== null) log.warn('the process that redrew a picture was killed', { signal, isLate })
    else if (code !== BAD_PICTURE) log.error('the program that redraws pictures failed', { code })
    const isFault = isLate || (signal === null && code !== BAD_PICTURE)
    reject(new Refused(isFault ? 'busy' : 'picture_invalid'))
  })
  child.stdin.write(`${wanted}\n`)
  child.stdin.end(picture)
  return promise
}

/** Checks the result again: the output of a process that handled untrusted bytes is not trusted. */
function drawnOf(content: Buffer, sizeOf: typeof plainJpegSize): Drawn {
  const size = sizeOf(content)
  if (!size) throw new Refused('picture_invalid')
  return { content, ...size }
}
