import fastify from 'fastify'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { closeAll } from './closeAll.ts'

test('modules stop in reverse while calls still arrive, and let go in reverse when none is running', async () => {
  const server = fastify()
  const done: string[] = []
  const started = new Promise<void>((begin) => {
    server.get('/', async (_request, reply) => {
      begin()
      await once(reply.server.server, 'stopping')
      done.push('call')
      return ''
    })
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const note = (what: string) => async () => void done.push(what)
  const modules = ['first', 'second', 'third'].map((name) => ({
    preClose: note(`${name} stops`),
    onClose: note(`${name} lets go`),
  }))
  const hub = {
    close() {
      done.push('sockets')
      server.server.emit('stopping')
    },
  }
  const answered = fetch(url)
  await started
  await closeAll(server, hub, modules)
  expect((await answered).status).toBe(200)
  expect(done).toEqual([
    ...['third', 'second', 'first'].map((name) => `${name} stops`),
    'sockets',
    'call',
    ...['third', 'second', 'first'].map((name) => `${name} lets go`),
  ])
})
