import { type Caller, wallet } from '@tickmark/server/app/app.testing'
import { operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import type { GivenOf } from '@tickmark/wire/call'
import type { operatorContentRoutes } from '@tickmark/wire/routes/operators/content'
import type { House } from '../stage/stage.ts'

export const EDITOR = wallet(77)

/** Environment of a server that has the editor of `editor`. */
export const WITH_EDITOR = { OPERATORS: `${EDITOR.address}:editor,support` }

type Draft = GivenOf<typeof operatorContentRoutes.consoleContentCreate>

export interface Editor {
  /** Writes an item in English and publishes it; returns its id. */
  publish(draft: Omit<Draft, 'contentLanguage'>): Promise<number>
  /** Adds a text in another language to an existing item. */
  translate(id: number, text: Pick<Draft, 'contentLanguage' | 'title' | 'html'>): Promise<void>
  withdraw(id: number): Promise<void>
}

/** An operator who edits content over HTTP, as the console would. */
export async function editor(house: House): Promise<Editor> {
  const operator = await operatorOf(() => house.url, EDITOR)
  return {
    async publish(draft) {
      const { item } = await ask(operator, 'create', { contentLanguage: 'english', ...draft })
      await ask(operator, 'publish', { id: item.id })
      return item.id
    },
    async translate(id, text) {
      await ask(operator, 'revise', { id, after: 0, ...text })
    },
    async withdraw(id) {
      await ask(operator, 'withdraw', { id })
    },
  }
}

async function ask(operator: Caller, what: string, json: object): Promise<{ item: { id: number } }> {
  const { status, text, body } = await operator.post(`/api/console/content/${what}`, { json })
  if (status !== 200) throw new Error(`${what}: ${text}`)
  return body.data as { item: { id: number } }
}
