import {
  ProfileKind,
  type ScopeName,
  type UserProfile,
  type UserProfileChoice,
  type UserProfileRule,
} from '@/api/schema'

/** The scope chosen for each cell of the matrix, by the cell's key. */
export type Rules = Record<string, ScopeName>

export type ProfileValues = {
  version?: number
  name: string
  kind: ProfileKind
  description: string
  active: boolean
  bound_to_subsidiaries: boolean
  rules: Rules
}

export const keyOf = ({ resource, action }: Pick<UserProfileRule, 'resource' | 'action'>) =>
  `${resource} ${action}`

export const emptyProfile: ProfileValues = {
  name: '',
  kind: ProfileKind.Staff,
  description: '',
  active: true,
  bound_to_subsidiaries: false,
  rules: {},
}

const rulesOf = (rules: UserProfileRule[]): Rules =>
  Object.fromEntries(rules.map((rule) => [keyOf(rule), rule.scope]))

/** Every cell has a value, so that a merge with what others saved goes cell by cell. */
export const complete = (rules: Rules, choices: UserProfileChoice[]): Rules =>
  Object.fromEntries(choices.map((choice) => [keyOf(choice), chosen(rules, choice)]))

/** Value of a cell; a scope that the cell does not offer is shown as the lowest. */
export const chosen = (rules: Rules, choice: UserProfileChoice): ScopeName => {
  const scope = rules[keyOf(choice)]
  return scope && choice.scopes.includes(scope) ? scope : (choice.scopes[0] ?? 'none')
}

export const valuesOf = (profile: UserProfile, choices: UserProfileChoice[]): ProfileValues => ({
  version: profile.version,
  name: profile.name,
  kind: profile.kind,
  description: profile.description,
  active: profile.active,
  bound_to_subsidiaries: profile.bound_to_subsidiaries,
  rules: complete(rulesOf(profile.rules), choices),
})

/** The request: one rule for each cell above the lowest scope. */
export const inputOf = (
  { name, kind, description, active, bound_to_subsidiaries, rules }: ProfileValues,
  choices: UserProfileChoice[],
) => ({
  name,
  description,
  active,
  bound_to_subsidiaries: bound_to_subsidiaries && kind === ProfileKind.Staff,
  rules: choices
    .map((choice) => ({ resource: choice.resource, action: choice.action, scope: chosen(rules, choice) }))
    .filter(({ scope }, at) => scope !== choices[at]?.scopes[0]),
})

export type Difference = {
  resource: UserProfileRule['resource']
  action: UserProfileRule['action']
  left: ScopeName
  right: ScopeName
}

/** Where two profiles allow different things. */
export function differences(left: UserProfileRule[], right: UserProfileRule[]): Difference[] {
  const of = (rules: UserProfileRule[], key: string) =>
    rules.find((rule) => keyOf(rule) === key)?.scope ?? 'none'
  const cells = new Map([...left, ...right].map((rule) => [keyOf(rule), rule]))
  return [...cells]
    .map(([key, { resource, action }]) => ({
      resource,
      action,
      left: of(left, key),
      right: of(right, key),
    }))
    .filter((cell) => cell.left !== cell.right)
}
