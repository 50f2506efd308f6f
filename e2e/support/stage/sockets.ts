import type { Page } from 'playwright-core'

/** Frames of one live socket. */
export interface Line {
  isClosed: boolean
  sent: { message: Subscription }[]
  received: Received[]
}

interface Subscription {
  type: number
  token: string
  paramsJson: Record<string, unknown>
}

interface Received {
  type: number
  seq: number
  feed: string
  period?: string
  pid?: number
  data: Record<string, unknown>
}

/** Records every live socket that the page opens from now on. */
export function recordSockets(page: Page): Line[] {
  const lines: Line[] = []
  page.on('websocket', (socket) => {
    const line: Line = { isClosed: false, sent: [], received: [] }
    lines.push(line)
    socket.on('framesent', ({ payload }) => {
      line.sent.push({ message: JSON.parse(String(payload)) as Subscription })
    })
    socket.on('framereceived', ({ payload }) => line.received.push(JSON.parse(String(payload)) as Received))
    socket.on('close', () => (line.isClosed = true))
  })
  return lines
}
