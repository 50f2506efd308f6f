import { addCheckpointText } from '@tickmark/core/log/addCheckpoint'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logFolder } from './keptLog.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import { openProgram } from './run.ts'
import {
  KEY,
  listening,
  noteOf,
  openToyHouse,
  ORIGIN,
  proofOf,
  withTicks,
  young,
  type ToyHouse,
} from './toyHouse.testing.ts'
import { witnessServer } from './witnessServer.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const logKey = checkpointKey(ORIGIN, KEY.hex, nodeCrypto.sha256)

describe('over HTTP, for a followed house', () => {
  let house: ToyHouse
  let server: Server
  let url: string
  let folder: string
  const said: string[] = []
  const bodies = young(20)

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tickmark-witness-'))
    said.length = 0
    house = await openToyHouse(bodies)
    const around = {
      fetch,
      nowMs: () => NOW,
      say: (line: string) => void said.push(line),
      wait: () => Promise.reject(new Error('a house without limits asks for no patience')),
    }
    const settings = {
      houses: [{ url: house.url, vkey: logKey }],
      logs: [],
      keyFile: join(folder, 'key'),
      name: 'witness.example/w1',
      dataDir: join(folder, 'data'),
      listen: null,
      everyMs: 5_000,
      isOnce: false,
    }
    const program = openProgram(settings, around)
    expect(await program.look()).toBe(0)
    server = witnessServer({ ...program, nowMs: () => NOW, say: around.say })
    url = await listening(server)
  })
  afterEach(async () => {
    server.close()
    server.closeAllConnections()
    await house.stop()
    rmSync(folder, { recursive: true })
  })

  async function post(all: readonly string[]) {
    const body = addCheckpointText({ old: 22, proof: proofOf(all, 22), note: noteOf(all) })
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
    return { status: response.status, body: await response.text() }
  }
  const kept = () => logFolder(join(folder, 'data'), ORIGIN).read().log

  test('a head is signed after its entries are read', async () => {
    const grown = young(30)
    house.show(grown)
    expect(await post(grown)).toMatchObject({ status: 200 })
    expect(kept()?.followed?.edge.size).toBe(32)
  })

  test('a head with a wrong entry is not signed, though it continues the log', async () => {
    const wrong = withTicks(bodies, 10, 5)
    house.show(wrong)
    expect(await post(wrong)).toEqual({ status: 422, body: 'time_runs_back\n' })
    expect(kept()?.note).toBe(noteOf(bodies))
    const [file = ''] = logFolder(join(folder, 'data'), ORIGIN).evidence()
    expect(said.at(-1)).toContain(file)
  })

  test('a head whose entries are not shown is not signed yet', async () => {
    const grown = young(30)
    expect(await post(grown)).toEqual({ status: 503, body: 'its entries are not read yet\n' })
    expect(kept()?.note).toBe(noteOf(bodies))
    house.show(grown)
    expect((await post(grown)).status).toBe(200)
  })

  test('concurrent requests for one head cost the house one reading, and requests for other heads wait for it', async () => {
    const [grown, later] = [young(30), young(40)]
    house.show(later)
    house.asked.length = 0
    const answers = await Promise.all([...Array.from({ length: 20 }, () => post(grown)), post(later)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((one) => one === 200)).toHaveLength(1)
    expect(statuses.filter((one) => one === 409)).toHaveLength(20)
    expect(house.asked.filter((path) => path.startsWith('/log/tile/entries/'))).toHaveLength(1)
  })

  test('a head signed by the log but with entries of another tree is not cosigned', async () => {
    const grown = young(30)
    house.show(withTicks(bodies, 40, 10))
    expect(await post(grown)).toEqual({ status: 422, body: 'not_in_tree\n' })
    expect(kept()?.note).toBe(noteOf(bodies))
  })
})
