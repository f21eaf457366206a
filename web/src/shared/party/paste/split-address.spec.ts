import { describe, expect, it } from 'vitest'
import { matchState, type SplitAddress, splitAddress } from './split-address'

type Case = [text: string, likely: string | undefined, expected: Partial<SplitAddress>]

const EUROPE: Case[] = [
  [
    'Torstraße 44\n10119 Berlin\nGermany',
    undefined,
    { address_1: 'Torstraße', address_number: '44', postcode: '10119', city: 'Berlin', country: 'DE' },
  ],
  [
    'Anna Schmidt\nHauptstr. 12a\n80331 München\nDeutschland',
    'DE',
    {
      name: 'Anna Schmidt',
      address_1: 'Hauptstr.',
      address_number: '12a',
      postcode: '80331',
      city: 'München',
    },
  ],
  [
    'Jan de Vries\nKeizersgracht 123\n1015 CJ Amsterdam\nNetherlands',
    undefined,
    {
      name: 'Jan de Vries',
      address_1: 'Keizersgracht',
      address_number: '123',
      postcode: '1015 CJ',
      city: 'Amsterdam',
    },
  ],
]

const FLOORS: Case[] = ['3.º Dto', '3º Esq', '3 Dto', 'R/C Esq'].map((floor) => [
  `Helena Duarte\nRua Augusta 120, ${floor}\n1100-053 Lisboa\nPortugal`,
  undefined,
  { address_1: 'Rua Augusta', address_number: '120', address_complement: floor, city: 'Lisboa', rest: [] },
])

const BRAZIL: Case[] = [
  [
    'Maria da Silva\nRua das Flores, 123, Apto 45\nJardim Paulista\nSão Paulo - SP\n01415-000\nBrasil\n+55 11 98765-4321',
    undefined,
    {
      name: 'Maria da Silva',
      address_1: 'Rua das Flores',
      address_number: '123',
      address_complement: 'Apto 45',
      address_2: 'Jardim Paulista',
      city: 'São Paulo',
      state: 'SP',
      postcode: '01415-000',
      country: 'BR',
      phone: '+5511987654321',
    },
  ],
  [
    'João Souza, Av. Boa Viagem, 3500, Boa Viagem, Recife/PE, CEP 51021-000',
    undefined,
    {
      name: 'João Souza',
      address_1: 'Av. Boa Viagem',
      address_number: '3500',
      address_2: 'Boa Viagem',
      city: 'Recife',
      state: 'PE',
      postcode: '51021-000',
      country: 'BR',
    },
  ],
  [
    'Nome: Ana Lima\nCPF: 529.982.247-25\nEndereço: Rua da Aurora, 10\nBairro: Santo Amaro\nCidade: Recife - PE\nCEP: 50040-090\nTelefone: (81) 98888-7777\nE-mail: Ana.Lima@example.com',
    undefined,
    {
      name: 'Ana Lima',
      document: '529.982.247-25',
      address_1: 'Rua da Aurora',
      address_number: '10',
      address_2: 'Santo Amaro',
      city: 'Recife',
      state: 'PE',
      phone: '81988887777',
      email: 'ana.lima@example.com',
    },
  ],
  [
    'Loja Horizonte Ltda\n11.222.333/0001-81\nAlameda Santos, 1200, Sala 5\nCerqueira César\nSão Paulo - SP\n01418-100',
    undefined,
    {
      name: 'Loja Horizonte Ltda',
      document: '11.222.333/0001-81',
      address_1: 'Alameda Santos',
      address_number: '1200',
      address_complement: 'Sala 5',
      city: 'São Paulo',
    },
  ],
  [
    'Pedro Rocha\nTravessa do Comércio 8\nCentro\nRio de Janeiro - RJ, 20010-080',
    undefined,
    {
      name: 'Pedro Rocha',
      address_1: 'Travessa do Comércio',
      address_number: '8',
      address_2: 'Centro',
      city: 'Rio de Janeiro',
      state: 'RJ',
    },
  ],
  [
    'Carla Dias\nRua Chile, s/n\nSalvador - BA\n40020-000\nBrazil',
    undefined,
    {
      name: 'Carla Dias',
      address_1: 'Rua Chile',
      address_number: 's/n',
      city: 'Salvador',
      state: 'BA',
      country: 'BR',
    },
  ],
]

const UNITED_STATES: Case[] = [
  [
    'John Carter\n801 Brickell Ave Apt 1204\nMiami, FL 33131\nUnited States\n+1 305 555 0142',
    undefined,
    {
      name: 'John Carter',
      address_number: '801',
      address_1: 'Brickell Ave',
      address_complement: 'Apt 1204',
      city: 'Miami',
      state: 'FL',
      postcode: '33131',
      country: 'US',
      phone: '+13055550142',
    },
  ],
  [
    'Jane Roe, 350 Fifth Avenue, Suite 3400, New York, NY 10118',
    undefined,
    {
      name: 'Jane Roe',
      address_number: '350',
      address_1: 'Fifth Avenue',
      address_complement: 'Suite 3400',
      city: 'New York',
      state: 'NY',
      postcode: '10118',
      country: 'US',
    },
  ],
  [
    'Acme Inc.\n12345 Ventura Blvd\nStudio City CA 91604-1234\n(818) 555-0111',
    undefined,
    {
      name: 'Acme Inc.',
      address_number: '12345',
      address_1: 'Ventura Blvd',
      city: 'Studio City',
      state: 'CA',
      postcode: '91604-1234',
      phone: '8185550111',
    },
  ],
  [
    'Ship to: Mary Major\n221 W 42nd St #5B\nNew York NY 10036\nUSA\nmary@example.com',
    'US',
    {
      address_number: '221',
      address_1: 'W 42nd St',
      address_complement: '#5B',
      city: 'New York',
      state: 'NY',
      country: 'US',
      email: 'mary@example.com',
    },
  ],
  [
    'Bob Stone\n77 Massachusetts Ave\nCambridge\nMA\n02139',
    'US',
    { name: 'Bob Stone', address_number: '77', city: 'Cambridge', state: 'MA', postcode: '02139' },
  ],
  [
    'Alice Poe\n1600 Amphitheatre Parkway\nMountain View, California\n94043\nU.S.A.',
    undefined,
    { name: 'Alice Poe', city: 'Mountain View', state: 'California', postcode: '94043', country: 'US' },
  ],
]

const IBERIA: Case[] = [
  [
    'Lucía Gómez\nCalle de Alcalá, 45, 3º B\n28014 Madrid\nEspaña\n+34 612 345 678',
    undefined,
    {
      name: 'Lucía Gómez',
      address_1: 'Calle de Alcalá',
      address_number: '45',
      address_complement: '3º B',
      postcode: '28014',
      city: 'Madrid',
      country: 'ES',
      phone: '+34612345678',
    },
  ],
  [
    'Jordi Puig, C/ Balmes 120, 08008 Barcelona, Spain',
    undefined,
    {
      name: 'Jordi Puig',
      address_1: 'C/ Balmes',
      address_number: '120',
      postcode: '08008',
      city: 'Barcelona',
      country: 'ES',
    },
  ],
  [
    'Ana Ruiz\nAvenida de la Constitución 12\n41001 Sevilla (Andalucía)\nEspaña',
    undefined,
    { name: 'Ana Ruiz', address_number: '12', postcode: '41001', city: 'Sevilla', state: 'Andalucía' },
  ],
  [
    'Rui Costa\nRua Augusta, 200, 2º Esq\n1100-053 Lisboa\nPortugal\n+351 912 345 678',
    undefined,
    {
      name: 'Rui Costa',
      address_1: 'Rua Augusta',
      address_number: '200',
      address_complement: '2º Esq',
      postcode: '1100-053',
      city: 'Lisboa',
      country: 'PT',
      phone: '+351912345678',
    },
  ],
  [
    'Inês Melo\nAv. dos Aliados 50\n4000-065 Porto',
    undefined,
    {
      name: 'Inês Melo',
      address_1: 'Av. dos Aliados',
      address_number: '50',
      postcode: '4000-065',
      city: 'Porto',
      country: 'PT',
    },
  ],
]

const BRITAIN: Case[] = [
  [
    'Emma Jones\n10 Downing Street\nLondon\nSW1A 2AA\nUnited Kingdom',
    undefined,
    {
      name: 'Emma Jones',
      address_number: '10',
      address_1: 'Downing Street',
      city: 'London',
      postcode: 'SW1A 2AA',
      country: 'GB',
    },
  ],
  [
    'Tom Hill\nFlat 4\n22 Abbey Road\nSt Johns Wood\nLondon NW8 9AY\nUK\n+44 7700 900123',
    undefined,
    {
      address_number: '22',
      address_1: 'Abbey Road',
      address_2: 'St Johns Wood',
      city: 'London',
      postcode: 'NW8 9AY',
      country: 'GB',
      phone: '+447700900123',
    },
  ],
  [
    'Sara Webb, 5 High Street, Oxford, OX1 4AA',
    undefined,
    {
      name: 'Sara Webb',
      address_number: '5',
      address_1: 'High Street',
      city: 'Oxford',
      postcode: 'OX1 4AA',
      country: 'GB',
    },
  ],
]

const CHINA: Case[] = [
  [
    '李雷\n广东省深圳市南山区科技园路1号\n518057\n13812345678',
    undefined,
    {
      name: '李雷',
      state: 'GD',
      city: '深圳市',
      address_2: '南山区',
      address_1: '科技园路1号',
      postcode: '518057',
      phone: '13812345678',
      country: 'CN',
    },
  ],
  [
    '收件人：韩梅梅\n电话：13912345678\n地址：北京市朝阳区建国路88号',
    undefined,
    {
      name: '韩梅梅',
      state: 'BJ',
      city: '北京市',
      address_2: '朝阳区',
      address_1: '建国路88号',
      phone: '13912345678',
    },
  ],
  [
    '浙江省杭州市西湖区文三路90号 王芳 13712345678',
    undefined,
    { name: '王芳', state: 'ZJ', city: '杭州市', address_2: '西湖区', address_1: '文三路90号' },
  ],
  [
    "Chan Tai Man\nFlat 12A\n88 Queen's Road Central\nCentral\nHong Kong\n+852 9123 4567",
    undefined,
    { address_number: '88', address_1: "Queen's Road Central", phone: '+85291234567', country: 'HK' },
  ],
  [
    'Wang Wei\n100 Century Avenue\nPudong\nShanghai 200120\nChina',
    undefined,
    {
      name: 'Wang Wei',
      address_number: '100',
      address_1: 'Century Avenue',
      postcode: '200120',
      country: 'CN',
    },
  ],
]

const OTHERS: Case[] = [
  ['Only A Name', 'US', { name: 'Only A Name' }],
  ['+55 81 99999-0000', undefined, { phone: '+5581999990000' }],
  ['', undefined, {}],
]

const ALL = [...EUROPE, ...FLOORS, ...BRAZIL, ...UNITED_STATES, ...IBERIA, ...BRITAIN, ...CHINA, ...OTHERS]

describe('an address as it was sent', () => {
  it.each(ALL)('%s', (text, likely, expected) => {
    expect(splitAddress(text, likely)).toMatchObject(expected)
  })

  /** Words that only say what stands beside them, and names of countries and provinces, which become codes. */
  const SAID =
    /^(cep|nome|cpf|endereço|bairro|cidade|telefone|e|mail|ship|to|brasil|brazil|united|states|usa|u|s|a|españa|spain|portugal|kingdom|uk|hong|kong|china|germany|deutschland|netherlands|收件人|电话|地址)$/i

  it.each(ALL)('loses no word: %s', (text, likely) => {
    const { rest, country: _, ...found } = splitAddress(text, likely)
    const placed = [...rest, ...Object.values(found)].join(' ').toLowerCase()
    const joined = placed.replace(/[^\p{L}\p{N}]/gu, '')
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const lost = words.filter(
      (word) => !SAID.test(word) && !joined.includes(word) && !/\p{Script=Han}/u.test(word),
    )
    expect(lost).toEqual([])
  })

  it('without a place for it is given back', () => {
    const { rest } = splitAddress(
      'John Carter\nLeave it with the porter\n801 Brickell Ave\nMiami, FL 33131',
      'US',
    )
    expect(rest).toEqual(['Leave it with the porter'])
  })
})

it('a state is known by its code and by its name', () => {
  const states = [
    { id: 26, code: 'SP', name: 'São Paulo' },
    { id: 4800, code: 'US-FL', name: 'Florida' },
  ]
  expect(matchState('sp', states)).toBe(26)
  expect(matchState('Sao Paulo', states)).toBe(26)
  expect(matchState('FL', states)).toBe(4800)
  expect(matchState('Atlantis', states)).toBeUndefined()
})
