import type { WireFrame } from './frames.ts'

/** The stream to write to, while it accepts writes. */
export interface SocketWriter {
  readonly writable: boolean
  /** Bytes still buffered. */
  readonly writableLength: number
  write(bytes: Buffer): unknown
}

/** One reader's socket. */
export interface Client {
  socket: SocketWriter
  /** Whether it negotiated compression. */
  deflates: boolean
  /** Closes the socket, because the reader cannot keep up at all. */
  drop(): void
}

/** A reader with more than this buffered skips frames until it has caught up; each frame is complete. */
const SKIP_BYTES = 256 * 1024
const DROP_BYTES = 1024 * 1024
/** Readers written to in one go; orders and calls run between slices. */
const SLICE = 250

/** Writes a frame to a reader, unless it lags behind. */
export function writeFrame(reader: Client, frame: WireFrame): void {
  writeBytes(reader, reader.deflates ? frame.deflated : frame.plain, SKIP_BYTES)
}

/** Writes bytes that must not be skipped, such as a user's event. */
export function writeEvent(reader: Client, bytes: Buffer): void {
  writeBytes(reader, bytes, DROP_BYTES)
}

function writeBytes({ socket, drop }: Client, bytes: Buffer, most: number): void {
  if (socket.writableLength > DROP_BYTES) return drop()
  if (socket.writableLength > most || !socket.writable) return
  socket.write(bytes)
}

/**
 * Runs `visit` over all readers in slices. A call during a round schedules one more round after it: every reader gets
 * the newest frame and none starves.
 */
export function broadcastInSlices<R>(readers: ReadonlySet<R>, visit: (reader: R) => void): () => void {
  let isUnderWay = false
  let isAskedAgain = false
  const slice = (left: Iterator<R>) => {
    for (let i = 0; i < SLICE; i++) {
      const next = left.next()
      if (next.done) return end()
      visit(next.value)
    }
    setImmediate(slice, left)
  }
  const end = () => {
    isUnderWay = false
    if (isAskedAgain) start()
  }
  const start = () => {
    if (isUnderWay) {
      isAskedAgain = true
      return
    }
    isUnderWay = true
    isAskedAgain = false
    slice(readers.values())
  }
  return start
}
