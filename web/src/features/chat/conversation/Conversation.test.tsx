import { CallFailed } from '@tickmark/client/callFailed.ts'
import { expect, test } from 'vitest'
import { drawn } from '../../../app/drawn.testing.tsx'
import { NotThere } from './Conversation.tsx'

async function notPressed(): Promise<never> {
  throw new Error('nobody has pressed')
}

const asked = (error: Error | null) =>
  drawn(
    <NotThere
      state={{
        isError: error !== null,
        error,
        isFetching: false,
        refetch: notPressed,
      }}
    />,
  )

test('only a conversation that the server denies leads away; any other failure can be tried again', async () => {
  expect(await asked(null)).not.toMatch(/conversation/)
  expect(await asked(new CallFailed('thread_unknown', 404, 'There is no such conversation.'))).toBe(
    'There is no such conversation. | All conversations',
  )
  for (const failure of [new CallFailed('busy', 503, 'Please wait.'), new Error('Please wait.')]) {
    const text = await asked(failure)
    expect(text).toMatch(/Please wait\. \| Try again$/)
    expect(text).not.toContain('All conversations')
  }
})
