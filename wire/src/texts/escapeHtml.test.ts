import { expect, test } from 'vitest'
import { escapeHtml } from './escapeHtml.ts'

test('no text can end an element or a quoted attribute, and each sign is escaped once', () => {
  expect(escapeHtml(`<a href='x' title="y">&amp;</a>`)).toBe(
    '&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;amp;&lt;/a&gt;',
  )
  expect(escapeHtml('Plain text, 5 % of it.')).toBe('Plain text, 5 % of it.')
})
