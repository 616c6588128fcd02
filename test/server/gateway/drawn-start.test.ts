import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT, readSource } from '../../support/source-files.js'

const FOLDER = 'src/server/gateway'

/** Calls in the functions that start a gateway which make no part of the gateway. */
const NO_PARTS = new Set([
  'import',
  'Object.assign',
  'opened.close',
  'parts.privateDeps',
  'serve',
  'makeListenerDeps',
  'show',
])

/** Returns the body of a function, or of a class's constructor, that a file declares. */
const bodyOf = (file: string, name: string): ts.Node => {
  let found: ts.Node | undefined
  const visit = (node: ts.Node): void => {
    const isNamed = (ts.isVariableDeclaration(node) || ts.isClassDeclaration(node)) && node.name?.getText() === name
    if (isNamed && ts.isClassDeclaration(node)) found = node.members.find(ts.isConstructorDeclaration)!.body
    else if (isNamed && ts.isVariableDeclaration(node)) found = (node.initializer as ts.ArrowFunction).body
    else node.forEachChild(visit)
  }
  visit(readSource(`${FOLDER}/${file}`).tree)
  if (found === undefined) throw new Error(`${file} has no ${name}`)
  return found
}

const isFunction = (node: ts.Node): boolean => ts.isArrowFunction(node) || ts.isFunctionExpression(node)

/**
 * Returns the names that a body calls or constructs, in order. Arguments and inner functions do not
 * count.
 */
const madeIn = (body: ts.Node): string[] => {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'orGiveUp') {
      const [make] = node.arguments as unknown as readonly [ts.ArrowFunction]
      visit(make.body)
    } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      names.push(node.expression.getText().replace(/^(?:this|deps|processDeps|parts(?=\.server))\./, ''))
    } else if (!isFunction(node) && !ts.isObjectLiteralExpression(node) && !ts.isConditionalExpression(node)) {
      node.forEachChild(visit)
    }
  }
  visit(body)
  return names.filter((name) => !NO_PARTS.has(name))
}

test('the start of a gateway is drawn in the order in which its parts are made', () => {
  const inner: Readonly<Record<string, readonly string[]>> = {
    openSingleProcess: madeIn(bodyOf('single-process.ts', 'openSingleProcess')),
    startServing: madeIn(bodyOf('start.ts', 'startServing')).flatMap((name) =>
      name === 'ServingParts' ? [name, ...madeIn(bodyOf('serving-parts.ts', 'ServingParts'))] : [name],
    ),
  }
  const made = madeIn(bodyOf('start.ts', 'startGateway')).flatMap((name) => [name, ...(inner[name] ?? [])])
  const page = readFileSync(join(ROOT, 'docs/lifecycle.md'), 'utf8')
  const [, drawing] = /<!-- start -->([\s\S]*?)<!-- \/start -->/.exec(page)!
  expect([...drawing!.matchAll(/─ ([\w.]+)/g)].map(([, name]) => name)).toEqual(made)
  expect(made.length).toBeGreaterThan(20)
})
