import { expect, test } from 'vitest'
import { eager } from './eagerReact.ts'

test('React’s modules become functions that are compiled and run at once', () => {
  const code =
    'import{t as e}from"./r.js";var t=e((e=>{e.a=()=>1})),n=e(((e,n)=>{n.exports=t()}));export{n as i,t};\n//# sourceMappingURL=a.map'
  expect(eager(code)).toBe(
    'import{t as e}from"./r.js";var t=e((function(e){e.a=()=>1})),n=e((function(e,n){n.exports=t()}));n(),t();export{n as i,t};\n',
  )
})

test('a bundler that writes them otherwise ends the build', () => {
  expect(() => eager('var t=()=>1')).toThrow('differently')
})
