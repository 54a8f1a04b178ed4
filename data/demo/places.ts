/** Where invented companies sit. `people` names a pool in people.ts, `legalForm` ends a company name. */
export type Place = {
  country: string;
  name: string;
  weight: number;
  people: string;
  currency: string;
  legalForm: string;
  cities: string[];
};

const place = (line: string): Place => {
  const [country, name, weight, people, currency, legalForm, cities] = line.split("|").map((part) => part.trim());
  return {
    country: country!,
    name: name!,
    weight: Number(weight),
    people: people!,
    currency: currency!,
    legalForm: legalForm!,
    cities: cities!.split(",").map((city) => city.trim()),
  };
};

export const PLACES: Place[] = `
US|the United States|18|english|$|LLC|Austin, Portland, Denver, Chicago, Brooklyn, Minneapolis, Pittsburgh, Raleigh, Seattle, Madison, Tucson, Boise
GB|the United Kingdom|9|english|£|Ltd|London, Bristol, Manchester, Edinburgh, Leeds, Cardiff, Norwich, Belfast, Sheffield
DE|Germany|12|german|€|GmbH|Berlin, Hamburg, Leipzig, Münster, Freiburg, Karlsruhe, Bremen, Nuremberg, Rostock, Dortmund
FR|France|7|french|€|SAS|Paris, Lyon, Nantes, Lille, Toulouse, Rennes, Grenoble, Montpellier
NL|the Netherlands|5|dutch|€|B.V.|Amsterdam, Utrecht, Eindhoven, Groningen, Delft, Nijmegen
BE|Belgium|3|dutch|€|BV|Ghent, Antwerp, Leuven, Liège, Brussels
AT|Austria|3|german|€|GmbH|Vienna, Graz, Linz, Innsbruck
CH|Switzerland|3|german|CHF |AG|Zurich, Basel, Bern, Lausanne
ES|Spain|5|spanish|€|S.L.|Barcelona, Valencia, Madrid, Bilbao, Málaga, Zaragoza
PT|Portugal|3|portuguese|€|Lda|Lisbon, Porto, Braga, Aveiro
IT|Italy|4|italian|€|S.r.l.|Turin, Bologna, Milan, Trieste, Naples, Padua
IE|Ireland|2|english|€|Ltd|Dublin, Cork, Galway, Limerick
SE|Sweden|3|nordic|SEK |AB|Stockholm, Malmö, Gothenburg, Uppsala, Umeå
DK|Denmark|3|nordic|DKK |ApS|Copenhagen, Aarhus, Odense, Aalborg
NO|Norway|2|nordic|NOK |AS|Oslo, Bergen, Trondheim, Tromsø
FI|Finland|2|finnish|€|Oy|Helsinki, Tampere, Turku, Oulu
EE|Estonia|2|baltic|€|OÜ|Tallinn, Tartu, Pärnu
LV|Latvia|1|baltic|€|SIA|Riga, Liepāja
LT|Lithuania|1|baltic|€|UAB|Vilnius, Kaunas, Klaipėda
PL|Poland|4|polish|€|sp. z o.o.|Kraków, Wrocław, Gdańsk, Poznań, Łódź, Lublin
CZ|Czechia|2|czech|€|s.r.o.|Prague, Brno, Olomouc, Ostrava
SK|Slovakia|1|czech|€|s.r.o.|Bratislava, Košice, Žilina
HU|Hungary|1|hungarian|€|Kft.|Budapest, Szeged, Debrecen, Pécs
RO|Romania|2|romanian|€|SRL|Cluj-Napoca, Timișoara, Bucharest, Iași
BG|Bulgaria|1|slavic|€|OOD|Sofia, Plovdiv, Varna
HR|Croatia|1|slavic|€|d.o.o.|Zagreb, Split, Rijeka
SI|Slovenia|1|slavic|€|d.o.o.|Ljubljana, Maribor
RS|Serbia|1|slavic|€|d.o.o.|Belgrade, Novi Sad, Niš
GR|Greece|1|greek|€|IKE|Athens, Thessaloniki, Heraklion, Patras
UA|Ukraine|2|ukrainian|€|LLC|Kyiv, Lviv, Odesa, Kharkiv
TR|Türkiye|2|turkish|€|A.Ş.|Istanbul, Izmir, Ankara, Bursa
CA|Canada|4|english|CA$|Inc.|Toronto, Vancouver, Halifax, Winnipeg, Victoria, Ottawa
CA|Canada|1|french|CA$|inc.|Montreal, Quebec City, Sherbrooke
AU|Australia|3|english|A$|Pty Ltd|Melbourne, Brisbane, Hobart, Perth, Adelaide
NZ|New Zealand|1|english|NZ$|Ltd|Wellington, Dunedin, Auckland, Nelson
IN|India|6|indian|$|Pvt Ltd|Bengaluru, Pune, Chennai, Kochi, Hyderabad, Jaipur, Kolkata
BR|Brazil|4|portuguese|R$|Ltda|São Paulo, Florianópolis, Recife, Curitiba, Belo Horizonte
MX|Mexico|2|spanish|$|S.A. de C.V.|Mexico City, Guadalajara, Monterrey, Mérida
AR|Argentina|2|spanish|$|S.A.S.|Buenos Aires, Córdoba, Rosario, Mendoza
CO|Colombia|1|spanish|$|S.A.S.|Bogotá, Medellín, Cali
CL|Chile|1|spanish|$|SpA|Santiago, Valparaíso, Concepción
NG|Nigeria|2|westafrican|$|Ltd|Lagos, Abuja, Ibadan, Enugu
GH|Ghana|1|westafrican|$|Ltd|Accra, Kumasi
KE|Kenya|2|eastafrican|$|Ltd|Nairobi, Mombasa, Kisumu
RW|Rwanda|1|eastafrican|$|Ltd|Kigali
ZA|South Africa|2|southafrican|$|(Pty) Ltd|Cape Town, Johannesburg, Durban, Stellenbosch
EG|Egypt|1|arabic|$|LLC|Cairo, Alexandria
MA|Morocco|1|arabic|€|SARL|Casablanca, Rabat, Marrakesh
AE|the United Arab Emirates|1|arabic|$|FZ-LLC|Dubai, Abu Dhabi
IL|Israel|2|hebrew|$|Ltd|Tel Aviv, Haifa, Beersheba
JP|Japan|3|japanese|¥|KK|Tokyo, Osaka, Fukuoka, Kyoto, Sapporo
KR|South Korea|2|korean|$|Co., Ltd.|Seoul, Busan, Daejeon
TW|Taiwan|1|chinese|$|Ltd|Taipei, Tainan, Hsinchu
SG|Singapore|2|chinese|S$|Pte. Ltd.|Singapore
VN|Vietnam|1|vietnamese|$|Co., Ltd.|Ho Chi Minh City, Hanoi, Da Nang
ID|Indonesia|2|indonesian|$|PT|Jakarta, Bandung, Yogyakarta
PH|the Philippines|1|filipino|$|Inc.|Manila, Cebu, Davao
TH|Thailand|1|thai|$|Co., Ltd.|Bangkok, Chiang Mai
`
  .trim()
  .split("\n")
  .map(place);
