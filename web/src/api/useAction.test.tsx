import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAction } from './useAction.ts'

test.each([
  ['succeeds', () => Promise.resolve('a value'), true],
  ['succeeds without a value', () => Promise.resolve(null), true],
  ['fails', () => Promise.reject(new Error('no')), false],
] as const)('an action that %s says so', async (_, act, is) => {
  const actions: ReturnType<typeof useAction>[] = []
  function Probe() {
    actions.push(useAction())
    return null
  }
  renderToStaticMarkup(<Probe />)
  expect([actions[0]?.busy, await actions[0]?.run(act)]).toEqual([false, is])
})
