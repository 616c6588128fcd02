import { createReload } from '../../../src/server/listeners/certificate.js'

test('a read that ends after its limit is reported as late, and applied', async () => {
  let end = (_value: string) => {}
  const read = () =>
    new Promise<string>((resolve) => {
      end = resolve
    })
  const applied: string[] = []
  const reported: string[] = []
  const onReload = (error: unknown) => {
    reported.push(String(error))
    end('pair')
  }
  await createReload(read, (value) => applied.push(value), onReload, 1)()
  expect(applied).toEqual(['pair'])
  expect(reported).toEqual(['Error: were not read within 0.001 s', 'undefined'])
})

test('files saved while they are read are read once more', async () => {
  const applied: number[] = []
  let count = 0
  const read = async () => {
    count += 1
    if (count === 1) await Promise.all([reload(), reload()])
    return count
  }
  const reload = createReload(
    read,
    (value) => applied.push(value),
    () => {},
  )
  await reload()
  expect(applied).toEqual([1, 2])
})
