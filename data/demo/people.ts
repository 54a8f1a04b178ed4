import type { Random } from "./random.ts";
import type { DemoFounder } from "./types.ts";

type Pool = { first: string[]; last: string[] };

const pool = (first: string, last: string): Pool => ({ first: first.split(" "), last: last.split(" ") });

/** First and family names that are common where the pool is used. */
export const PEOPLE: Record<string, Pool> = {
  english: pool(
    "Emma Olivia Grace Hannah Chloe Naomi Ruth Maya Zoe Amara James Oliver Samuel Daniel " +
      "Marcus Theo Isaac Nathan Caleb Owen Harriet Imani Rosa Eleanor Declan Tessa",
    "Whitfield Carter Brooks Hartley Coleman Fletcher Okafor Sinclair Ramsey Lindqvist Doyle " +
      "Prescott Mercer Nguyen Patel Holloway Bennett Garrison Ashworth Delgado Kavanagh Thornton Wheeler " +
      "Abbott Quigley Lockhart Marlowe Sandoval",
  ),
  german: pool(
    "Anna Lena Katrin Johanna Miriam Greta Franziska Yasemin Lukas Jonas Felix Tobias Matthias " +
      "Henrik Florian Emre Clara Judith Moritz Sebastian",
    "Haverkamp Brandt Lindner Vogel Kessler Reuter Sommer Wagner Albrecht Dietrich Steinbach " +
      "Yıldız Hofmann Brinkmann Eichner Falkenberg Zeller Grünwald Ostermann Winkler Kühn Riedel",
  ),
  french: pool(
    "Camille Léa Manon Chloé Inès Sophie Amélie Aïcha Hugo Louis Antoine Julien Mathieu Karim " +
      "Étienne Bastien Juliette Clémence Maxime Youssef",
    "Lefèvre Moreau Girard Fontaine Chevalier Rousseau Benali Marchand Perrin Gauthier " +
      "Delacroix Renaud Tremblay Bouchard Dubois Mercier Carpentier Vasseur Diallo Lacombe",
  ),
  dutch: pool(
    "Sanne Lotte Femke Eva Marieke Noor Samira Fleur Daan Bram Sven Thijs Jeroen Pieter Wouter Bilal Hanneke Ruben Joris Elke",
    "Jansen Bakker Visser Mulder Dekker Hoekstra Peeters Claes Willems Vermeulen Verhoeven " +
      "Aertsen Kuipers Brouwer Postma Segers Amrani Terpstra Wouters Schouten",
  ),
  spanish: pool(
    "Lucía Carmen Paula Marta Elena Valentina Ximena Jimena Pablo Javier Diego Andrés Mateo " +
      "Rodrigo Álvaro Joaquín Irene Nuria Emilio Santiago",
    "García Navarro Ortega Vidal Romero Castillo Herrera Fuentes Ibarra Quintero Salazar " +
      "Pizarro Molina Cortés Etxeberria Serrano Aguirre Montoya Cárdenas Bustamante",
  ),
  portuguese: pool(
    "Inês Beatriz Mariana Carolina Leonor Juliana Larissa Rita Tiago João Rafael Bruno Gustavo " +
      "Duarte Henrique Caio Helena Luísa Renato Vasco",
    "Almeida Carvalho Ferreira Tavares Moreira Nogueira Pinheiro Barbosa Cardoso Teixeira " +
      "Azevedo Queiroz Macedo Figueiredo Monteiro Vasconcelos Brandão Siqueira Lacerda Amaral",
  ),
  italian: pool(
    "Giulia Chiara Francesca Martina Elisa Silvia Ilaria Sara Lorenzo Matteo Davide Andrea " +
      "Riccardo Nicola Stefano Pietro Caterina Beatrice Giacomo Tommaso",
    "Rinaldi Conti Marchetti Ferrara Galli Moretti Barbieri Fontana Caruso Bellini Sartori " +
      "Vitale Colombo Pellegrini Zanetti Monti Grassi Benedetti Leone Mancini",
  ),
  nordic: pool(
    "Astrid Ingrid Freja Sofie Linnea Maja Karin Solveig Erik Lars Nils Magnus Anders Jonas Mikkel Sindre Ebba Tuva Rasmus Amina",
    "Lindberg Nyström Håkansson Sandvik Dahl Bergström Kjeldsen Mortensen Holm Ekström Solheim " +
      "Hauge Thorsen Bjerregaard Wallin Norling Østergaard Haugen Rosenqvist Aas",
  ),
  finnish: pool(
    "Aino Helmi Kaisa Outi Riikka Sanna Veera Juha Mikko Antti Eero Ville Tuomas Petri",
    "Virtanen Mäkelä Koskinen Lehtonen Salonen Heikkinen Rantala Nurmi Laaksonen Karjalainen Peltonen Saarinen Hakala Toivonen",
  ),
  baltic: pool(
    "Liis Kadri Maarja Elīna Laima Rūta Eglė Ieva Tanel Rasmus Jānis Andris Tomas Mantas",
    "Tamm Saar Kask Mägi Bērziņš Ozoliņš Kalniņš Liepa Kazlauskas Petrauskas Jankauskas Raud Lepik Vītols",
  ),
  polish: pool(
    "Agnieszka Katarzyna Magdalena Zofia Joanna Maja Ewa Piotr Tomasz Jakub Michał Paweł Krzysztof Bartosz",
    "Kowalczyk Zieliński Wójcik Lewandowski Mazur Krawczyk Dąbrowski Pawlak Sikora Baran Szymański Górski Wrona Jabłoński",
  ),
  czech: pool(
    "Tereza Kateřina Lucie Eliška Jana Zuzana Veronika Jakub Ondřej Vojtěch Tomáš Marek Filip Martin",
    "Novák Dvořák Procházka Horák Šimek Kučera Hruška Beneš Urban Kratochvíl Marek Vlček Sedlák Fiala",
  ),
  hungarian: pool(
    "Eszter Réka Zsófia Katalin Dóra Bence Gergely Levente Zoltán Ádám",
    "Kovács Szabó Horváth Molnár Farkas Varga Halász Lakatos Bíró Fekete",
  ),
  romanian: pool(
    "Ioana Andreea Elena Raluca Mihaela Andrei Mihai Radu Vlad Cristian",
    "Popescu Ionescu Dumitrescu Moldovan Stanciu Marin Ursu Rusu Constantinescu Lazăr",
  ),
  slavic: pool(
    "Ana Ivana Milica Petra Maja Elitsa Jelena Luka Marko Nikola Stefan Dimitar Tin Vuk",
    "Horvat Kovačić Petrović Jovanović Novak Zupan Dimitrov Ivanova Marković Babić Krstić Vidmar Todorov Perić",
  ),
  greek: pool(
    "Eleni Katerina Sofia Despina Danae Nikos Giorgos Yannis Alexandros Petros",
    "Papadopoulos Nikolaidis Georgiou Vlachos Angelopoulos Karras Economou Makris Samaras Dimou",
  ),
  ukrainian: pool(
    "Oksana Olena Iryna Daryna Solomiia Kateryna Andriy Taras Bohdan Oleh Dmytro Maksym",
    "Kovalenko Shevchuk Bondarenko Tkachenko Melnyk Kravets Lysenko Hrytsenko Savchuk Polishchuk Moroz Rudenko",
  ),
  turkish: pool(
    "Elif Zeynep Defne Ayşe Selin Ebru Emre Kerem Mert Can Onur Barış",
    "Yılmaz Demir Kaya Aydın Şahin Öztürk Arslan Koç Doğan Kılıç Aksoy Tekin",
  ),
  indian: pool(
    "Ananya Priya Kavya Meera Lakshmi Ishita Nandini Fatima Arjun Rohan Vikram Karthik Aditya " +
      "Nikhil Imran Sanjay Divya Rahul Harpreet Anil",
    "Sharma Iyer Menon Reddy Banerjee Kulkarni Nair Gupta Desai Chatterjee Rao Pillai Joshi " +
      "Khan Bhatt Mehta Subramanian Fernandes Gill Mukherjee",
  ),
  westafrican: pool(
    "Adaeze Ngozi Folake Amina Ama Efua Yetunde Chinedu Tunde Emeka Kwame Kofi Ibrahim Segun",
    "Okonkwo Adeyemi Balogun Eze Nwosu Bello Mensah Owusu Boateng Asante Ogunleye Danjuma Obi Ansah",
  ),
  eastafrican: pool(
    "Wanjiru Akinyi Njeri Achieng Mutoni Amani Grace Kamau Otieno Mwangi Kiprop Juma Eric Baraka",
    "Kariuki Odhiambo Wambui Mutua Kiplagat Njoroge Omondi Uwase Mugisha Chebet Ndungu Hassan Barasa Habimana",
  ),
  southafrican: pool(
    "Thandiwe Nomsa Lerato Zanele Anneke Priya Sipho Thabo Pieter Bongani Riaan Kabelo",
    "Nkosi Dlamini Mokoena Khumalo Botha Naidoo Pretorius Molefe Govender Ndlovu Fourie Mabaso",
  ),
  arabic: pool(
    "Layla Nour Yasmin Salma Hanan Rania Omar Karim Tarek Youssef Samir Hassan",
    "Mansour Haddad Khalil Farouk Nasser Saleh Hamdan Alaoui Idrissi Rahman Sabry Bennani",
  ),
  hebrew: pool(
    "Noa Tamar Yael Maya Shira Adi Eitan Yonatan Amir Omer Nadav Rami",
    "Levi Mizrahi Peretz Friedman Azoulay Shapira Dahan Biton Katz Segal Malka Hadad",
  ),
  japanese: pool(
    "Yuki Haruka Sakura Aiko Naomi Emi Kenji Takumi Daichi Hiroshi Ryo Shota",
    "Tanaka Sato Nakamura Kobayashi Yamamoto Fujita Mori Okada Hasegawa Ishikawa Sakamoto Ueda",
  ),
  korean: pool(
    "Jiwoo Minseo Hayoon Soyeon Eunji Jisoo Minjun Hyunwoo Dohyun Junho Seungmin Taeyang",
    "Kim Lee Park Choi Jung Kang Yoon Lim Han Seo Shin Kwon",
  ),
  chinese: pool(
    "Mei Xinyi Li-Hua Jia-Hui Wei-Ling Yu-Ting Wei Jun Zhi-Hao Kai Ming Jian",
    "Chen Lin Wang Tan Huang Lim Wu Hsu Goh Chang Teo Yeh",
  ),
  vietnamese: pool("Linh Mai Thảo Hương Ngọc Minh Tuấn Quang Hải Đức", "Nguyễn Trần Phạm Lê Hoàng Vũ Đặng Bùi Đỗ Hồ"),
  indonesian: pool(
    "Dewi Putri Sari Ayu Ratna Budi Agus Rizky Bayu Adi",
    "Santoso Wijaya Pratama Hidayat Kusuma Saputra Lestari Siregar Nugroho Halim",
  ),
  filipino: pool(
    "Maria Angelica Jasmine Carmela Liza Paolo Miguel Jericho Rafael Enzo",
    "Santos Reyes Cruz Bautista Villanueva Aquino Mendoza Dizon Salonga Pascual",
  ),
  thai: pool(
    "Nattaya Siriporn Ploy Kanya Anong Somchai Krit Anan Thanawat Niran",
    "Srisai Chaiyasit Wongsa Boonmee Suwan Thongchai Kittisak Rattana Prasert Inthara",
  ),
};

const ROLES = (
  "software engineer|data engineer|product designer|support lead|nurse|teacher|accountant|" +
  "journalist|operations manager|carpenter|civil engineer|librarian|sales representative|physicist|" +
  "translator|chef|train dispatcher|lawyer|UX researcher|system administrator|statistician|marketing " +
  "manager|biologist|logistics planner|audio engineer|game developer|social worker|architect|paramedic|" +
  "museum curator|photographer|farm manager|security consultant|economist|tax adviser|technical writer|" +
  "radio editor|mechanical engineer|kindergarten teacher|geographer"
).split("|");

const HOBBIES = (
  "cycles to work in any weather|repairs old radios|plays the cello in an amateur orchestra|" +
  "keeps three beehives|runs mountain trails|restores a wooden boat|teaches evening classes|bakes " +
  "bread on Sundays|volunteers at the fire brigade|plays table tennis badly|collects railway " +
  "timetables|sings in a choir|grows tomatoes on a balcony|referees youth football|translates poetry|" +
  "photographs lichens|builds kites|swims in cold lakes|brews cider|coaches a chess club|knits on " +
  "trains|maintains an open source calendar library|studies Latin for fun|climbs indoors|draws comics|" +
  "forages for mushrooms|mends furniture|dances tango|tracks satellites|walks a very slow dog"
).split("|");

const FIRST_TITLES = ["Founder", "Founder and CEO", "Founder and developer", "Maker"];
const OTHER_TITLES = [
  "Co-founder and CTO",
  "Co-founder, design",
  "Co-founder, operations",
  "Co-founder, customers",
  "Head of engineering",
];

const plainLetters: Record<string, string> = { ø: "o", æ: "ae", å: "a", ł: "l", đ: "d", ı: "i", ß: "ss", œ: "oe" };

/** Lower-case ASCII with hyphens, as the public addresses need it. */
export const demoSlug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[øæåłđıßœ]/g, (letter) => plainLetters[letter]!)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

function bioOf(random: Random, first: string, city: string): string {
  const role = random.pick(ROLES);
  const article = /^[aeiou]/i.test(role) ? "an" : "a";
  const years = random.between(3, 18);
  const past = random.pick([
    `${first} worked as ${article} ${role} for ${years} years before starting a company.`,
    `${first} trained as ${article} ${role} and learned to program along the way.`,
    `After ${years} years as ${article} ${role}, ${first} wanted to build the tool that was always missing.`,
    `${first} is ${article} ${role} by profession and still does that work one day a week.`,
  ]);
  const now = random.chance(0.7)
    ? `${first} lives in ${city} and ${random.pick(HOBBIES)}.`
    : `Outside work ${first} ${random.pick(HOBBIES)}.`;
  return `${past} ${now}`;
}

/** Makes people with unique slugs. About one in thirty founders has founded before and appears again. */
export function peopleMaker(
  random: Random,
): (people: string, country: string, city: string, size: number) => DemoFounder[] {
  const taken = new Map<string, number>();
  const recent = new Map<string, DemoFounder>();

  const person = (people: string, country: string, city: string): DemoFounder => {
    const known = recent.get(country);
    if (known && random.chance(0.033)) return known;
    const { first: firstNames, last } = PEOPLE[people]!;
    const first = random.pick(firstNames);
    const name = `${first} ${random.pick(last)}`;
    const base = demoSlug(name);
    const times = (taken.get(base) ?? 0) + 1;
    taken.set(base, times);
    const made: DemoFounder = {
      slug: times === 1 ? base : `${base}-${times}`,
      name,
      title: "",
      bio: bioOf(random, first, city),
      country,
    };
    recent.set(country, made);
    return made;
  };

  return (people, country, city, size) => {
    const team: DemoFounder[] = [];
    while (team.length < size) {
      const next = person(people, country, city);
      if (team.some((member) => member.slug === next.slug || member.name === next.name)) continue;
      const title = team.length
        ? random.pick(OTHER_TITLES)
        : size === 1
          ? random.pick(FIRST_TITLES)
          : "Co-founder and CEO";
      team.push({ ...next, title });
    }
    return team;
  };
}
