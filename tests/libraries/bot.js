// A small bot as its library's guide has it; only the address is not Discord's own.

const { ApplicationCommandOptionType, Client, Events } = require('discord.js');

const client = new Client({ intents: [], rest: { api: process.env.DISCORD_API } });

client.once(Events.ClientReady, () => client.application.commands.set([{
  name: 'report',
  description: 'Reports in a file',
  options: [{ name: 'about', description: 'About what', type: ApplicationCommandOptionType.String, required: true }],
}]));

client.on(Events.InteractionCreate, async (interaction) => {
  const about = interaction.options.getString('about');
  const file = { attachment: Buffer.from(about), name: 'report.txt', description: 'The report' };
  await interaction.reply({ content: `a report about ${about}`, files: [file] });
  await interaction.editReply(`the report about ${about}`);
});

client.login(process.env.DISCORD_TOKEN);
