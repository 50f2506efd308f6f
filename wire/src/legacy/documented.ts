import { inputNames, replyNames } from './codec.ts'
import { type Names, tablesOf } from './spelling.ts'

/** The parts of a JSON schema that contain field names. */
export interface JsonSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  [name: string]: unknown
}

/** The schema of a call's input or claims, with its fields in the wire's spelling. */
export function spelledInput(route: string, schema: JsonSchema): JsonSchema {
  return spelledSchema(schema, inputNames(route))
}

/** The schema of a call's reply, with its fields in the wire's spelling. */
export function spelledReply(route: string, schema: JsonSchema): JsonSchema {
  return spelledSchema(schema, replyNames(route))
}

/** A summary with each `{field}` replaced by the wire's spelling of that input field. */
export function spelledSummary(route: string, summary: string): string {
  const { theirs } = tablesOf(inputNames(route))
  return summary.replaceAll(/\{(\w+)\}/g, (_, name: string) => theirs.get(name)?.to ?? name)
}

function spelledSchema(schema: JsonSchema, names: Names): JsonSchema {
  const { theirs } = tablesOf(names)
  const spelled: JsonSchema = { ...schema }
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(([name, field]) => {
      const { to, inside } = theirs.get(name) ?? { to: name, inside: null }
      return [to, inside ? spelledSchema(field, inside) : field] as const
    })
    spelled.properties = Object.fromEntries(properties)
  }
  if (schema.required) spelled.required = schema.required.map((name) => theirs.get(name)?.to ?? name)
  if (schema.items) spelled.items = spelledSchema(schema.items, names)
  if (schema.anyOf) spelled.anyOf = schema.anyOf.map((one) => spelledSchema(one, names))
  return spelled
}
