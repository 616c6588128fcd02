import { components, type MethodName, methods } from '../../generated/methods.js'
import { validateParams, validateResult, validateStructure } from '../../generated/validators.js'
import { type MethodContract, methodContract } from './method-contract.js'

const built = (name: MethodName): MethodContract =>
  methodContract(
    methods[name],
    {
      validateParams: validateParams[name],
      validateResult: validateResult[name],
      validateStructure: validateStructure[name],
    },
    components,
  )

export const builtInMethods = Object.fromEntries(
  (Object.keys(methods) as MethodName[]).map((name) => [name, built(name)]),
) as { readonly [M in MethodName]: MethodContract }
