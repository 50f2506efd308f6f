import type { ContentItem } from '@tickmark/wire/routes/operators/content'
import { type Caller, wallet } from '../app/app.testing.ts'
import { operatorOf } from '../app/operatorCaller.testing.ts'

/** A signed-in operator with the wallet of that number. */
export function signedIn(url: () => string, number: number): Promise<Caller> {
  return operatorOf(url, wallet(number))
}

/** Makes an editor's call that must succeed. */
export async function edit(
  by: Caller,
  verb: 'create' | 'revise' | 'publish' | 'withdraw',
  json: Record<string, unknown>,
): Promise<ContentItem> {
  const reply = await by.post(`/api/console/content/${verb}`, { json })
  if (reply.status !== 200) throw new Error(`${verb}: ${reply.text}`)
  return (reply.body.data as { item: ContentItem }).item
}

/** The code with which an editor's call is refused. */
export async function refusalOf(by: Caller, verb: string, json: Record<string, unknown>): Promise<string> {
  const reply = await by.post(`/api/console/content/${verb}`, { json })
  return reply.body.code ?? `${reply.status}`
}

/** An item in English, published now or at a given time. */
export async function publish(by: Caller, given: Record<string, unknown>, at?: number): Promise<ContentItem> {
  const draft = await edit(by, 'create', {
    contentLanguage: 'english',
    title: 'A title',
    html: '<p>a</p>',
    ...given,
  })
  return edit(by, 'publish', { id: draft.id, ...(at === undefined ? {} : { at }) })
}
