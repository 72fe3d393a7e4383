import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

const at = (year: number, month = 0): number => Date.UTC(year, month, 1);

describe('since when a thing is so, in other languages', () => {
  it.each([
    ['Ich wohne seit Mai 2023 in Bremen.', 'home', 'Bremen', at(2023, 4)],
    ['Wir wohnen seit 2021 in Bremen.', 'home', 'Bremen', at(2021)],
    ['Ich arbeite seit Februar 2024 bei Weidmüller.', 'employer', 'Weidmüller', at(2024, 1)],
    ['Unser Port ist seit Mai 2023 9105.', 'port', '9105', at(2023, 4)],
    ['Unser Budget beträgt 700 Euro seit Februar.', 'budget', '700 Euro', at(2026, 1)],
    ['Seit Februar liegt unser Budget bei 700 Euro.', 'budget', '700 Euro', at(2026, 1)],
    ['Seit Mai 2023 nutzen wir Terraform.', 'using terraform', 'Terraform', at(2023, 4)],
    ['Wir nutzen Terraform seit Mai 2023.', 'using terraform', 'Terraform', at(2023, 4)],
    ["J'habite depuis mai 2023 à Nantes.", 'home', 'Nantes', at(2023, 4)],
    ['Je travaille depuis 2021 chez Dassault.', 'employer', 'Dassault', at(2021)],
    ['Notre port est 9105 depuis février.', 'port', '9105', at(2026, 1)],
    ["Depuis 2021, j'habite à Nantes.", 'home', 'Nantes', at(2021)],
    ['Nous utilisons Terraform depuis mai 2023.', 'using terraform', 'Terraform', at(2023, 4)],
    ['Vivo desde febrero en Bilbao.', 'home', 'Bilbao', at(2026, 1)],
    ['Trabajo desde mayo de 2023 en Iberdrola.', 'employer', 'Iberdrola', at(2023, 4)],
    ['Nuestro puerto es 9105 desde febrero.', 'puerto', '9105', at(2026, 1)],
    ['Usamos Terraform desde 2021.', 'using terraform', 'Terraform', at(2021)],
  ])('is its begin: %s', (text, attribute, value, validFrom) =>
    expect(factsIn(text)).toEqual([expect.objectContaining({ attribute, value, validFrom })]),
  );

  it.each([
    'Ich wohne seit 2021 nicht mehr in Bremen.',
    'Ich wohnte seit 2021 in Bremen.',
    'Wohne ich seit 2021 in Bremen?',
    'Mein Bruder behauptet, ich wohne seit 2021 in Bremen.',
    'Unser Port ist seit Mai nicht 9105.',
    'Seit Montag liegt unser Kater auf 3 Decken.',
    'Nutzen wir seit Mai Terraform?',
    'Nutzen wir Terraform, wird alles einfacher.',
    "Je n'habite pas à Nantes depuis 2021.",
    'Mon frère habite depuis 2021 à Nantes.',
    "Si j'habite depuis 2021 à Nantes, je peux voter.",
    'No vivo en Bilbao desde febrero.',
    'Mi hermana dice que vivo desde febrero en Bilbao.',
    'Ojalá nuestro puerto sea 9105 desde febrero.',
  ])('begins nothing that is denied, asked, doubted or of another: %s', (text) => expect(factsIn(text)).toEqual([]));
});
