/** `6912.00`, as customs write it. */
export const writeTariffCode = (code: string) => code.replace(/^(\d{4})(\d{2})(\d*)$/, '$1.$2$3')
