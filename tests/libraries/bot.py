"""A small bot as its library's guide has it; only the addresses are not Discord's own."""

import io
import os

import discord
import yarl

discord.http.Route.BASE = os.environ["DISCORD_API"] + "/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])

client = discord.Client(intents=discord.Intents.none())
tree = discord.app_commands.CommandTree(client)


@tree.command(description="Reports in a file")
async def report(interaction: discord.Interaction, about: str):
    file = discord.File(io.BytesIO(about.encode()), "report.txt", description="The report")
    await interaction.response.send_message(f"a report about {about}", file=file)
    await interaction.edit_original_response(content=f"the report about {about}")


@client.event
async def setup_hook():
    await tree.sync()


client.run(os.environ["DISCORD_TOKEN"])
